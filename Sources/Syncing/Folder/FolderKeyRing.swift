import Locks
import SyncFolder

/// The key that was used last: making it takes a while, and asks the user's command.
final class FolderKeyRing: Sendable {
    private let last = Locked<(salt: [UInt8], key: FolderKey)?>(nil)

    func key(salt: [UInt8], _ passphrase: FolderPassphrase) throws(FolderFailure) -> FolderKey {
        if let last = last.withLock({ $0 }), last.salt == salt { return last.key }
        let key = try FolderKey(passphrase: passphrase.get(), salt: salt)
        last.withLock { $0 = (salt, key) }
        return key
    }

    func forget() { last.withLock { $0 = nil } }
}
