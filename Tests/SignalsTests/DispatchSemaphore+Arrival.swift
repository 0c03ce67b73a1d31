import Dispatch

extension DispatchSemaphore {
    /// Waits on its own thread, because the awaited task may need the thread of this call.
    func arrives() async -> Bool {
        await withCheckedContinuation { arrived in
            DispatchQueue(label: "waiting").async {
                arrived.resume(returning: self.wait(timeout: .now() + 20) == .success)
            }
        }
    }
}
