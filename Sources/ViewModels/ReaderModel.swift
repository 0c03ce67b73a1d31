package import Configuration
package import Library
package import Refresh
import Signals
import Subscriptions
package import Syncing
import Typesetting

/// The whole reader: contains places and verbs, and passes the user's operations to them.
@MainActor package final class ReaderModel {
    package let session: Session
    let workspace: Workspace
    let places: Places
    let verbs: Verbs
    let navigation: Navigation
    let remembering: Remembering
    /// Follows the ages of shown items, once the first screen is painted.
    let ageing = SerialDisposable()
    package private(set) lazy var ages = AgeClock { [unowned self] in feeds.reloadSoon(.counts) }
    private let scope = ScopedDisposable()

    /// Shows the library at once. Fetches nothing until the user or a setting asks for it.
    package init(
        library: Library, refresher: Refresher, syncer: Syncer? = nil, paths: Paths, config: Config = Config()
    ) {
        let troubles = Subject<LibraryFailure, Never>()
        session = Session(library, paths: paths, config: config, troubles: troubles)
        let subscriptions = SubscriptionsModel(library: library, paths: paths)
        if subscriptions.exists { subscriptions.begin() }
        let router = Router()
        workspace = Workspace(session, refresher: refresher, syncer: syncer, subscriptions: subscriptions) {
            router.screen($0)
        }
        navigation = Navigation(workspace)
        verbs = Verbs(
            workspace, navigation: navigation, perform: { router.perform($0) }, performGiven: { router.perform($0) })
        places = Places(workspace, navigation: navigation, verbs) { router.perform($0) }
        remembering = Remembering(
            workspace, navigation: navigation, arranging: verbs.arranging, links: places.links, failed: places.failures)
        router.reader = self
        if let salvage = library.salvage { session.status = .problem(salvage.description.asSentence) }
        verbs.settings.apply(config, in: texts)
        // The settings may have changed the order of feeds.
        workspace.feeds.goToFirstFeed()
        remembering.resume()
        follow(library)
    }

    private func follow(_ library: Library) {
        scope.add(navigation.followCursors())
        scope.add(session.news.changes.observe { [weak self] in self?.navigation.follow($0) })
        scope.add(session.news.changes.observe { [weak self] _ in self?.places.history.update() })
        scope.add(library.searchIndexed.onMain { [weak self] _ in self?.navigation.searchAgain() })
        let observed: [any Disposable] = [
            items.jump.isUnderWayToFollow.observe { [weak self] isJumping in
                if !isJumping { self?.here.markHovered() }
            },
            items.$sorting.observe { [weak self] sorting in self?.verbs.arranging.tell(of: sorting) },
            workspace.subscriptions.$knownList.observe { [weak self] urls in self?.feeds.follow(urls) },
            feeds.$readings.observe { [weak self] _ in
                self?.places.failures.update()
                self?.places.information.update()
            },
            refresh.$fetching.observe { [weak self] _ in self?.places.failures.update() },
            workspace.sync.$accounts.observe { [weak self] _ in self?.places.failures.update() },
            workspace.sync.$isRunning.observe { [weak self] _ in self?.places.failures.update() },
            refresh.$leftOut.observe { [weak self] _ in self?.places.failures.update() },
            feeds.$paused.observe { [weak self] _ in self?.places.failures.update() },
            refresh.finished.observe { [weak self] _ in
                self?.verbs.settings.cleanUpLibrary()
                self?.verbs.preloading.fetchAhead()
            },
            workspace.sync.failures.observe { [weak self] in
                self?.verbs.refreshing.sayAfterRefresh(.problem($0))
            },
            navigation.opened.observe { [weak self] in self?.verbs.showingPages.handleOpened() },
            workspace.trail.$path.observe { [weak self] path in
                self?.article.leaveHints()
                if path.last != .picture { self?.pictures.endEnlarging() }
                if path == [.welcome] { self?.places.welcome.findReaders() }
            },
            session.$config.observe { [weak self] config in
                if let self { verbs.settings.apply(config, in: texts) }
            }
        ]
        for subscription in observed { scope.add(subscription) }
    }

    /// All texts in pagers.
    private var texts: [PagerModel] { [article, failures.text, information, help] }

    var here: any Screen { places[place] }

    /// Performs an operation in the current place.
    package func perform(_ operation: Operation) {
        perform(operation) { count in perform(operation, count: count) }
    }

    /// Performs an operation with an argument.
    package func perform(_ given: GivenOperation) {
        perform(given.operation) { _ in
            do { try perform(given.action) } catch { session.status = .refused(error) }
        }
    }

    /// Performs an operation through `action`, which gets the typed count unless that selected rows.
    private func perform(_ operation: Operation, by action: (_ count: Int?) -> Void) {
        session.clearStatus(butNot: verbs.refreshing.afterRefresh.finishLine)
        let count = verbs.counting.takeCount(for: operation)
        defer { workspace.forgetLostRows() }
        if here.isOfRow(operation), workspace.tellOfLostRow() { return }
        if count != nil, operation.isOfFeed, place == .feeds {
            return session.status = .refused("Change feeds one at a time, without a count")
        }
        feeds.recordOperation(operation)
        if let count, operation.takesRows { here.select(count) }
        let before = place == .items ? items.selected?.id : nil
        defer { if operation.goesToRows, items.selected?.id != before { here.markHovered() } }
        action(count)
    }

    /// Waits until the user's last changes are in their files. Called at the end; doesn't need the main queue.
    package func settle() {
        session.settle()
        workspace.subscriptions.settle()
    }
}

/// Passes calls of places and verbs to the reader that contains them.
@MainActor final class Router {
    weak var reader: ReaderModel?

    /// The screen of a place. Must not be called before the reader exists.
    func screen(_ place: Place) -> any Screen {
        guard let reader else { preconditionFailure("A screen was needed before the reader existed.") }
        return reader.places[place]
    }

    func perform(_ operation: Operation) { reader?.perform(operation) }
    func perform(_ given: GivenOperation) { reader?.perform(given) }
}
