/// How to get the passphrase of an encrypted folder. That may take a while.
package struct FolderPassphrase: Sendable {
    private let ask: @Sendable () throws(FolderFailure) -> [UInt8]

    package init(_ ask: @escaping @Sendable () throws(FolderFailure) -> [UInt8]) { self.ask = ask }

    package func get() throws(FolderFailure) -> [UInt8] { try ask() }
}
