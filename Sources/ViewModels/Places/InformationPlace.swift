import Configuration
import Library
import Signals

/// The details of a feed.
@MainActor final class InformationPlace: WorkspaceUser, TextScreen {
    let workspace: Workspace
    let place = Place.information
    private let subscribing: Subscribing
    private let clock: RefreshClock

    init(_ workspace: Workspace, subscribing: Subscribing, clock: RefreshClock) {
        self.workspace = workspace
        self.subscribing = subscribing
        self.clock = clock
    }

    var pager: PagerModel { information.page }

    func show() {
        guard let feed = here.feed else { return status = .refused("This row isn't a feed") }
        if information.show(feed, terms(of: feed)) { trail.go(to: place) }
    }

    /// Updates the details.
    func update() {
        if trail.place == place { information.update(workspace.feeds.feed, terms) }
    }

    private func terms(of feed: Feed) -> FetchingTerms {
        FetchingTerms(
            isVerified: urls.feeds.first { $0.url == feed.url }?.options?.verifies ?? true,
            isPaused: workspace.feeds.paused.contains(feed.url), automatic: clock.earliest)
    }

    /// The feed as it is now; nil for a preview.
    var feed: Feed? { information.feed.flatMap(workspace.feeds.feed) }
    var feeds: [Feed] { feed.map { [$0] } ?? [] }

    func open() { subscribing.subscribeToPreviewed() }

    func enables(_ operation: Operation) -> Bool? {
        switch operation {
        case .open: information.previewed != nil
        case .showInformation: false
        default: operation.isOfFeed && feed == nil ? false : nil
        }
    }
}
