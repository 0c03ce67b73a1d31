import Dispatch
import Glibc
import System

/// Several queues, one for each core, which get work in turn.
///
/// With one concurrent queue, libdispatch would check its threads once a second for the rest of the process, and a
/// reader at rest should sleep. It doesn't do that for serial queues.
struct ParsingQueues: Sendable {
    private let queues: [DispatchQueue]
    private let givesWay: Bool
    private let turn = Locked(0)

    /// With `givingWay` false, for work that a user waits for, which shouldn't have a lower priority than the screen.
    init(givingWay givesWay: Bool = true) {
        self.givesWay = givesWay
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let quality: DispatchQoS = givesWay ? .utility : .unspecified
        // Separate queues, since a document of many megabytes occupies a core for a second and must delay nothing else.
        queues = (0..<cores).map { DispatchQueue(label: "lede.parsing.\($0)", qos: quality) }
    }

    func async(_ work: @escaping @Sendable () -> Void) {
        next.async { [givesWay] in
            if givesWay { lowerPriority() }
            work()
        }
    }

    /// The next queue in turn.
    private var next: DispatchQueue {
        turn.withLock { turn in
            turn = (turn + 1) % queues.count
            return queues[turn]
        }
    }
}

/// Lowers this thread's priority for good, so that keys don't wait for cores that a refresh keeps busy.
///
/// Only for queues of utility quality, whose threads serve no others.
package func lowerPriority() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
