import Library
import Signals

/// Queries the library off the main queue. A new query replaces the one before.
@MainActor final class Inquiry {
    private let news: LibraryNews
    private let asking = LatestWork()

    init(_ news: LibraryNews) { self.news = news }

    /// Whether a query is running.
    var isUnderWay: Bool { asking.isUnderWay }
    var isUnderWayToFollow: Property<Bool> { asking.$isUnderWay }

    /// Runs a query in place of the last one. Passes nil, and reports the failure, if the library can't be read.
    func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (Library) throws(LibraryFailure) -> Answer,
        receive: @escaping @MainActor @Sendable (Answer?) -> Void
    ) {
        asking.begin { [library = news.library] in
            Result { () throws(LibraryFailure) in try question(library) }
        } receive: { [news] answer in
            switch answer {
            case .success(let answer): receive(answer)
            case .failure(let failure):
                news.troubles.send(failure)
                receive(nil)
            }
        }
    }

    /// Drops the query's result.
    func drop() { asking.drop() }
}
