import Locks
import SQLite

/// The seal of a journal step with lines of the urls file, made with a key outside the library. A step with another
/// seal was written elsewhere, perhaps by an attacker.
final class StepSeal: Sendable {
    private enum Key {
        case notAskedFor
        case known([UInt8]?)
    }

    private let ask: @Sendable () -> [UInt8]?
    private let key = Locked(Key.notAskedFor)

    /// Reads the key when it is first needed.
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
    /// Makes `step_seal(kind, detail)` a function of SQL; NULL without a key.
    func addStepSeal(_ seal: StepSeal?) throws(SQLiteError) {
        try addFunction("step_seal", parameters: 2) { arguments in
            seal?.seal(arguments.text(0), arguments.text(1))
        }
    }
}
