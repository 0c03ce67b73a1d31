import Configuration
import FoundationEssentials
import Library
import Signals
import Typesetting

/// A page about a feed: one that the person has, or one that they may subscribe to.
@MainActor package final class InformationModel {
    package let page = PagerModel()
    /// The feed that the page tells of; nil for a preview.
    private(set) var feed: FeedID?
    /// The feed that a preview is shown of.
    private(set) var previewed: NewFeed?
    private let session: Session

    private static let daysOfHistory = 30

    init(_ session: Session) { self.session = session }

    /// Tells of a feed, unless the library can't be read; `isVerified` says whether its server has to prove who it is.
    func show(_ feed: Feed, isVerified: Bool) -> Bool {
        guard let document = document(about: feed, isVerified: isVerified) else { return false }
        (previewed, self.feed) = (nil, feed.id)
        page.show(document)
        return true
    }

    /// Shows what is at an address that somebody may subscribe to.
    func show(_ preview: FeedPreview, of feed: NewFeed) {
        (previewed, self.feed) = (feed, nil)
        let (now, dateFormat) = (Date(), session.config.text(.datetimeFormat))
        let keys = (takes: session.key(.open), leaves: session.key(.back))
        page.show { preview.document(columns: $0, keys: keys, at: now, dateFormat: dateFormat) }
    }

    /// The feed of the preview, which is taken or left by that.
    func takePreviewed() -> NewFeed? {
        defer { previewed = nil }
        return previewed
    }

    /// Tells of the feed as it is now.
    func update(_ known: (FeedID) -> Feed?, isVerified: (Feed) -> Bool) {
        guard previewed == nil, let feed = feed.flatMap(known),
            let document = document(about: feed, isVerified: isVerified(feed))
        else { return }
        page.replace(document)
    }

    private func document(about feed: Feed, isVerified: Bool) -> Document? {
        do {
            let now = Date()
            let days = try session.library.history(of: feed.id, days: Self.daysOfHistory, until: now)
            return FeedInformation(
                feed: feed, details: try session.library.details(of: feed.id), days: days, isVerified: isVerified,
                now: now, pressing: session.pressing, key: session.key
            ).document
        } catch {
            session.troubles.send(error)
            return nil
        }
    }
}
