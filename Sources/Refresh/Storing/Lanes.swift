import Dispatch
import Glibc
import Locks

/// Queues beside each other, as many as there are cores: work runs on the next one in turn.
///
/// Not one concurrent queue: from the first job on such a queue libdispatch looks after its threads once a second for
/// as long as the process lives, and a reader at rest should sleep. It does not for serial queues.
struct Lanes: Sendable {
    private let queues: [DispatchQueue]
    private let turn = Locked(0)

    init(label: String) {
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        queues = (0..<cores).map { DispatchQueue(label: "\(label).\($0)", qos: .utility) }
    }

    func async(_ work: @escaping @Sendable () -> Void) {
        next.async {
            giveWay()
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
