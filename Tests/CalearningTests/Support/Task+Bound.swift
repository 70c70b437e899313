extension Task where Failure == Never {
    /// The value; whoever is cancelled while waiting for it cancels the task too, so that no spec hangs.
    var boundValue: Success {
        get async {
            await withTaskCancellationHandler {
                await value
            } onCancel: {
                cancel()
            }
        }
    }
}
