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
        take: @escaping @MainActor @Sendable (Answer?) -> Void
    ) {
        asking.begin { [library = news.library] in
            Result { () throws(LibraryFailure) in try question(library) }
        } take: { [news] answer in
            switch answer {
            case .success(let answer): take(answer)
            case .failure(let failure):
                news.troubles.send(failure)
                take(nil)
            }
        }
    }

    /// Drops the query's result.
    func drop() { asking.drop() }
}
