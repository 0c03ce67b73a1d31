/// The reason why a feed server didn't do what it was asked.
package struct ServerFailure: Error, Equatable {
    package enum Kind: Equatable, Sendable {
        /// The server can't be reached, or the connection broke.
        case offline
        /// The user's name or password is wrong: don't try these again.
        case loginRefused
        /// The login would go over the network in the clear.
        case loginInsecure
        /// The server wants to be left alone, for so long if it says.
        case toldToWait(Duration?)
        case busy
        /// The server refuses this very request.
        case rejected
        /// The server hasn't got what the request is about.
        case gone
        /// The answer isn't one that the protocol has.
        case notUnderstood
        /// The protocol can't do it.
        case unsupported
        case cancelled
    }

    package let kind: Kind
    /// The reason in words, for the user. It contains no password.
    package let reason: String
    /// Whether a change may have been made nevertheless.
    package let mayBeDone: Bool

    package init(_ kind: Kind, _ reason: String, mayBeDone: Bool = false) {
        self.kind = kind
        self.reason = reason
        self.mayBeDone = mayBeDone
    }

    static let unsupported = ServerFailure(.unsupported, "the server can't do this")
    static let cancelled = ServerFailure(.cancelled, "the sync was stopped")
    static let loginRefused = ServerFailure(.loginRefused, "the server refused the user name or the password")
}

extension ServerFailure: CustomStringConvertible {
    package var description: String { reason }
}
