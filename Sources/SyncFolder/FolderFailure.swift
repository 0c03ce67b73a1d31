/// Why the folder can't be read or written.
package struct FolderFailure: Error, Equatable {
    package enum Kind: Sendable {
        /// It isn't there, or a disk is full: it may work later.
        case passing
        /// Only the user can help.
        case lasting
    }

    package let kind: Kind
    /// What is wrong, and what to do about it.
    package let reason: String

    package init(_ kind: Kind, _ reason: String) {
        (self.kind, self.reason) = (kind, reason)
    }
}
