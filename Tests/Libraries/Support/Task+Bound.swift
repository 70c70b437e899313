extension Task where Failure == Never {
    /// The value. Cancelling the waiting task also cancels this one, so a spec never hangs.
    package var boundValue: Success {
        get async {
            await withTaskCancellationHandler {
                await value
            } onCancel: {
                cancel()
            }
        }
    }
}
