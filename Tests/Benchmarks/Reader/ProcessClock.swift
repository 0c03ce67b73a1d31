import Foundation
import Glibc

/// The processor time of another process.
enum ProcessClock {
    /// So far, over all threads, including those that have ended.
    static func nanoseconds(of process: Int32) throws -> Int {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            throw CocoaError(.fileReadUnknown)
        }
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
