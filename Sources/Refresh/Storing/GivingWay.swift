import Glibc

/// Has the kernel prefer other threads to this one, for as long as it lives: who presses a key should not wait for the cores
/// that a refresh keeps busy.
///
/// For queues of utility quality only, whose threads serve no others.
func giveWay() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
