import Locks
import SQLite

/// What a step of the journal is sealed with that holds lines of the urls file, by a key that lies outside the library: a step
/// with another seal was written elsewhere, and may be anybody's.
final class StepSeal: Sendable {
    private enum Key {
        case notAskedFor
        case known([UInt8]?)
    }

    private let ask: @Sendable () -> [UInt8]?
    private let key = Locked(Key.notAskedFor)

    /// The key is asked for when it is needed first.
    init(_ ask: @escaping @Sendable () -> [UInt8]?) {
        self.ask = ask
    }

    /// Nil without a key.
    fileprivate func seal(_ kind: String, _ detail: String) -> [UInt8]? {
        knownKey.map { SHA256.authentication(of: Array("\(kind)\0\(detail)".utf8), key: $0) }
    }

    private var knownKey: [UInt8]? {
        if case .known(let key) = key.withLock({ $0 }) { return key }
        let asked = ask()
        key.withLock { $0 = .known(asked) }
        return asked
    }
}

extension Database {
    /// Makes `step_seal(kind, detail)` a function of SQL, NULL where there is no key.
    func addStepSeal(_ seal: StepSeal?) throws(SQLiteError) {
        try addFunction("step_seal", parameters: 2) { arguments in
            seal?.seal(arguments.text(0), arguments.text(1))
        }
    }
}
