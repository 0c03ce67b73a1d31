import Dispatch

extension DispatchSemaphore {
    /// Waits on a thread of its own: the task that is waited for may need the one this is called on.
    func arrives() async -> Bool {
        await withCheckedContinuation { arrived in
            DispatchQueue(label: "waiting").async {
                arrived.resume(returning: self.wait(timeout: .now() + 20) == .success)
            }
        }
    }
}
