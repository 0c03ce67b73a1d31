import Dispatch
import Foundation

/// Whether work comes to its end, on a thread of its own that may stay stuck.
func comesToAnEnd(_ work: @escaping @Sendable () -> Void) -> Bool {
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        work()
        end.signal()
    }
    return end.wait(timeout: .now() + 20) == .success
}
