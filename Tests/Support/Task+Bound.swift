extension Task where Failure == Never {
    /// The value; cancelling the waiting task also cancels this one, so that no spec hangs.
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
