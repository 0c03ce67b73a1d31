import Configuration
import FoundationEssentials
import Library
import Signals
import Typesetting

/// The page about a feed of the user's, or the preview of a feed to add.
@MainActor package final class InformationModel {
    package let page = PagerModel()
    /// The feed that the page is about; nil for a preview.
    private(set) var feed: FeedID?
    /// The feed that the page previews.
    private(set) var previewed: NewFeed?
    private let session: Session

    private static let daysOfHistory = 30

    init(_ session: Session) { self.session = session }

    /// Shows a feed's details; returns false if the library can't be read.
    func show(_ feed: Feed, _ terms: FetchingTerms) -> Bool {
        guard let document = document(about: feed, terms) else { return false }
        (previewed, self.feed) = (nil, feed.id)
        page.show(document)
        return true
    }

    /// Shows the preview of a feed to add.
    func show(_ preview: FeedPreview, of feed: NewFeed) {
        (previewed, self.feed) = (feed, nil)
        let (now, dateFormat) = (Date(), session.config.text(.datetimeFormat))
        let keys = (takes: session.key(.open), leaves: session.key(.back))
        page.show { preview.document(columns: $0, keys: keys, at: now, dateFormat: dateFormat) }
    }

    /// Returns the previewed feed, and ends the preview.
    func takePreviewed() -> NewFeed? {
        defer { previewed = nil }
        return previewed
    }

    /// Updates the details.
    func update(_ known: (FeedID) -> Feed?, _ terms: (Feed) -> FetchingTerms) {
        guard previewed == nil, let feed = feed.flatMap(known),
            let document = document(about: feed, terms(feed))
        else { return }
        page.replace(document)
    }

    private func document(about feed: Feed, _ terms: FetchingTerms) -> Document? {
        do {
            let now = Date()
            let days = try session.library.history(of: feed.id, days: Self.daysOfHistory, until: now)
            return FeedInformation(
                feed: feed, details: try session.library.details(of: feed.id), days: days, terms: terms, now: now,
                pressing: session.pressing, key: session.key
            ).document
        } catch {
            session.troubles.send(error)
            return nil
        }
    }
}
