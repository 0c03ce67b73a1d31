import Dispatch
import Foundation

/// Whether work finishes, on its own thread, which may stay stuck.
func comesToAnEnd(_ work: @escaping @Sendable () -> Void) -> Bool {
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        work()
        end.signal()
    }
    return end.waitForSignal()
}
