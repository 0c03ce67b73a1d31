import Glibc

/// The draft of a file that may replace only one version of it, or a missing file.
package struct Successor: Sendable {
    private let draft: Draft
    private let predecessor: FileVersion?
    private let version: FileVersion?

    /// The file is another one by now.
    package struct Overtaken: Error {}

    package init(_ bytes: [UInt8], to predecessor: FileVersion?, at target: String) throws(FileFailure) {
        guard predecessor == nil || access(target, W_OK) == 0 else { throw FileFailure(target) }
        draft = Draft(for: target)
        try draft.make(with: bytes)
        self.predecessor = predecessor
        version = FileVersion(of: draft.path)
    }

    package func putInPlace() throws {
        guard FileVersion(of: draft.target) == predecessor else { throw Overtaken() }
        try draft.putInPlace()
    }

    /// Makes the replacement survive a power cut.
    package func settle() { draft.settle() }

    /// Removes a draft that hasn't replaced its target.
    package func discard() { draft.discard() }

    /// Restores `old`, unless somebody has written to the file since.
    package func withdraw(for old: [UInt8]) throws(FileFailure) {
        guard FileVersion(of: draft.target) == version else { return }
        guard predecessor != nil else {
            unlink(draft.target)
            return
        }
        try PrivateFiles.write(old, to: draft.target)
    }
}
