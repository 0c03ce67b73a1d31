import Dispatch
import Glibc
import Locks

/// Queues beside each other, as many as there are cores: work runs on the next one in turn.
///
/// Not one concurrent queue: from the first job on such a queue libdispatch looks after its threads once a second for
/// as long as the process lives, and a reader at rest should sleep. It does not for serial queues.
struct Lanes: Sendable {
    private let queues: [DispatchQueue]
    private let givesWay: Bool
    private let turn = Locked(0)

    /// What a user waits for should not give way to what goes on on the screen, and needs lanes of its own.
    init(givingWay givesWay: Bool = true) {
        self.givesWay = givesWay
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let quality: DispatchQoS = givesWay ? .utility : .unspecified
        // Queues of their own, since a document of many megabytes takes a core for a second and may not hold up anything else.
        queues = (0..<cores).map { DispatchQueue(label: "lede.parsing.\($0)", qos: quality) }
    }

    func async(_ work: @escaping @Sendable () -> Void) {
        next.async { [givesWay] in
            if givesWay { giveWay() }
            work()
        }
    }

    /// The queue whose turn it is.
    private var next: DispatchQueue {
        turn.withLock { turn in
            turn = (turn + 1) % queues.count
            return queues[turn]
        }
    }
}
