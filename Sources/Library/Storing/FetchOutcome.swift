/// The outcome of fetching a feed, with its document as it came, as it was parsed, or as it was stored.
package enum FetchOutcome<Document> {
    case document(Document)
    /// The server had nothing new.
    case unchanged
    /// The server sent the same document again, with its current headers.
    case sentAgain
    /// The reason, in words for the user.
    case failed(String, Failing = .network)

    /// The same outcome, with its document transformed.
    package func map<Result>(_ transform: (Document) -> Result) -> FetchOutcome<Result> {
        flatMap { .document(transform($0)) }
    }

    /// The same outcome, except that `transform` decides about a document.
    package func flatMap<Result>(_ transform: (Document) -> FetchOutcome<Result>) -> FetchOutcome<Result> {
        switch self {
        case .document(let document): transform(document)
        case .unchanged: .unchanged
        case .sentAgain: .sentAgain
        case .failed(let reason, let failing): .failed(reason, failing)
        }
    }

    /// The kind of failure; nil for a success.
    package var failing: Failing? { if case .failed(_, let failing) = self { failing } else { nil } }
}

extension FetchOutcome: Sendable where Document: Sendable {}

extension FetchOutcome: Equatable where Document: Equatable {}
