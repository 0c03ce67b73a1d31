import Library
import Signals

/// Asks the library off the main queue. Of questions asked one after the other the last alone is answered.
@MainActor final class Inquiry {
    private let news: LibraryNews
    private let asking = LatestWork()

    init(_ news: LibraryNews) { self.news = news }

    /// Whether an answer is on its way.
    var isUnderWay: Bool { asking.isUnderWay }
    var isUnderWayToFollow: Property<Bool> { asking.$isUnderWay }

    /// Has a question answered in the place of the one before; nil where the library can't be read, which is told.
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

    /// Wants no answer any more.
    func drop() { asking.drop() }
}
