import Dispatch
import TestSupport

extension DispatchSemaphore {
    /// Waits for a signal, and returns whether one came. The limit is for what is stuck: a busy machine takes minutes for
    /// what is done in a moment otherwise.
    func waitForSignal() -> Bool { wait(timeout: .now() + Deadline.patience) == .success }

    /// Waits on its own thread, because the awaited task may need the thread of this call.
    func arrives() async -> Bool {
        await withCheckedContinuation { arrived in
            DispatchQueue(label: "waiting").async { arrived.resume(returning: self.waitForSignal()) }
        }
    }
}
