import Glibc

/// The draft of a file that takes the place of one version of it alone, or of no file.
package struct Successor: Sendable {
    private let draft: Draft
    private let predecessor: FileVersion?
    private let version: FileVersion?

    /// Another file lies there by now.
    package struct Overtaken: Error {}

    package init(_ bytes: [UInt8], to predecessor: FileVersion?, at target: String) throws(FileFailure) {
        guard predecessor == nil || access(target, W_OK) == 0 else { throw FileFailure(target) }
        draft = Draft(for: target)
        try draft.make(with: bytes)
        self.predecessor = predecessor
        version = FileVersion(of: draft.path)
    }

    package func takePlace() throws {
        guard FileVersion(of: draft.target) == predecessor else { throw Overtaken() }
        try draft.takePlace()
    }

    /// Has it be in its place after a power cut, too.
    package func settle() { draft.settle() }

    /// Removes what has not taken its place.
    package func discard() { draft.discard() }

    /// Has `old` lie there again, unless somebody has written the file since.
    package func withdraw(for old: [UInt8]) throws(FileFailure) {
        guard FileVersion(of: draft.target) == version else { return }
        guard predecessor != nil else {
            unlink(draft.target)
            return
        }
        try PrivateFiles.write(old, to: draft.target)
    }
}
