import Glibc

/// Lowers this thread's priority for good, so that keys don't wait for cores that a refresh keeps busy.
///
/// Only for queues of utility quality, whose threads serve no others.
package func lowerPriority() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
