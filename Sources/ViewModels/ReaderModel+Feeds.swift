import Configuration
import FoundationEssentials
import Library
import Signals
import Typesetting

extension ReaderModel {
    func refreshFeed() {
        let feeds = currentFeeds
        refresh(feeds, insisting: feeds.count == 1)
    }

    func refresh(_ feeds: [Feed], insisting: Bool = false) {
        if feeds.isEmpty {
            return status.value = .done("There are no feeds to refresh yet (\(pressing(.addFeed)) to add one)")
        }
        isQuiet = false
        refresh.start(feeds, insisting: insisting)
    }

    func startWithStarterFeeds() {
        guard place == .welcome else { return status.value = .problem("There are feeds to start with already") }
        edit { [paths] file, library in
            try StarterSet(paths).install()
            try file.noteAdded(in: library)
            return try file.read().urls
        } finish: { [weak self] outcome in
            switch outcome {
            case .success(let urls): self?.fetch(added: urls)
            case .failure(let error): self?.status.value = .problem("\(error)")
            }
        }
    }

    func showFailures() {
        go(to: .failures)
        let said = lastSaid
        failures.show(whatFailed(before: [], saying: said), saying: said)
    }

    /// Tells in the list of failures what has become of its feeds, and on the page about a feed, while the person is there.
    func followFeeds() -> any Disposable {
        let changes: [any Disposable] = [
            feeds.readings.signal.onNext { [weak self] _ in
                MainActor.assumeIsolated {
                    self?.updateFailures()
                    self?.updateInformation()
                }
            },
            refresh.fetching.signal.onNext { [weak self] _ in MainActor.assumeIsolated { self?.updateFailures() } },
            refresh.leftOut.signal.onNext { [weak self] _ in MainActor.assumeIsolated { self?.updateFailures() } },
            feeds.paused.signal.onNext { [weak self] _ in MainActor.assumeIsolated { self?.updateFailures() } }
        ]
        return CompositeDisposable(changes)
    }

    /// Tells it as it is now, with the keys that there are now.
    package func updateFailures() {
        guard path.value.contains(.failures) else { return }
        failures.update(whatFailed(before: failures.everListed, saying: failures.lastSaid))
    }

    /// Goes to a feed in the list of feeds.
    func goToFeed(_ feed: FeedID) {
        path.value = [.feeds]
        feeds.choose(feed)
        if feeds.selected?.id != feed {
            status.value = .problem("The feed has no row now (\(key(.toggleShowRead)) shows those with nothing unread)")
        }
    }

    private func whatFailed(before: Set<FeedID>, saying lastSaid: [String]) -> Failures {
        let leftOut = feeds.all.compactMap { feed in refresh.leftOut.value[feed.id].map { (feed, $0) } }
        let refused = notImported.map { "“\($0)” does not lead to the web, so it is not imported" }
        let problems =
            subscriptions.problems + refused + configProblems.map(words) + afterRefresh.troubles
            + subscriptions.warnings
        return Failures(
            feeds: feeds.all, failed: feeds.failed, leftOut: leftOut, problems: lastSaid + problems, now: Date(),
            listedBefore: before, fetching: refresh.fetching.value, paused: feeds.paused.value, pressing: pressing)
    }

    /// A file of the configuration goes by its name, as the urls file does.
    private func words(for problem: ConfigProblem) -> String {
        let folder = paths.configDirectory + "/"
        let text = problem.description
        return text.hasPrefix(folder) ? String(text.dropFirst(folder.count)) : text
    }

    /// What the status line told of last that went wrong, where it is not listed with the failures anyway.
    private var lastSaid: [String] {
        let listed =
            subscriptions.problems + configProblems.map(\.message) + afterRefresh.troubles + subscriptions.warnings
            + feeds.failed.compactMap(\.lastError)
        return [lastProblem].compactMap(\.self).filter { last in !listed.contains { last.contains($0) } }
    }

    func showInformation() {
        guard let feed = currentFeed else { return status.value = .problem("There is no feed here to tell of") }
        guard let page = page(about: feed) else { return }
        (previewed, feedTold) = (nil, feed.id)
        information.show(page)
        go(to: .information)
    }

    /// Tells of the feed as it is now.
    private func updateInformation() {
        guard place == .information, previewed == nil, let feed = feedTold.flatMap(feeds.feed),
            let page = page(about: feed)
        else { return }
        information.replace(page)
    }

    private func page(about feed: Feed) -> Document? {
        do {
            let now = Date()
            let days = try library.history(of: feed.id, days: Self.daysOfHistory, until: now)
            let options = subscriptions.list.value.feeds.first { $0.url == feed.url }?.options
            return FeedInformation(
                feed: feed, details: try library.details(of: feed.id), days: days,
                isVerified: options?.verifies ?? true, now: now, pressing: pressing
            ).document
        } catch {
            troubles.send(error)
            return nil
        }
    }

    private static let daysOfHistory = 30

    /// Asks every feed of the urls file as it is now.
    func refreshAll() {
        do {
            try subscriptions.follow { [weak self] in self?.refreshListed() }
        } catch {
            status.value = .problem("\(error)")
        }
    }

    private func refreshListed() {
        feeds.reload()
        refresh(feeds.all)
    }

    /// Adds the feeds of another reader's list, which is read off the main queue: it may be of any size.
    func importOPML(_ path: String) {
        let path = paths.expandingHome(path)
        edit { file, library in
            let list = try OPML(PrivateFiles.read(path))
            return (urls: try file.add(list.feeds, in: library), refused: list.refused)
        } finish: { [weak self] outcome in
            self?.notImported = (try? outcome.get())?.refused ?? []
            self?.finishAdding(outcome.map(\.urls))
        }
    }

    /// Subscribes to feeds, shows them, and fetches what is new in them.
    func add(_ feeds: [NewFeed]) {
        edit { file, library in
            try file.add(feeds, in: library)
        } finish: { [weak self] in
            self?.finishAdding($0)
        }
    }

    private func finishAdding(_ outcome: Result<[String], any Error>) {
        switch outcome {
        case .success(let urls) where urls.isEmpty:
            status.value = .done("Nothing was added: it is all there already")
            tellOfNotImported()
        case .success(let urls):
            fetch(added: urls)
            tellOfNotImported()
        case .failure(let error): status.value = .problem("\(error)")
        }
    }

    private func tellOfNotImported() {
        guard !notImported.isEmpty else { return }
        let count = notImported.count
        sayAfterRefresh(
            .problem("\(count) \(count == 1 ? "was" : "were") not imported (\(pressing(.showFailures)))"))
    }

    private func fetch(added urls: [String]) {
        feeds.reload()
        if place == .welcome { path.value = [.feeds] }
        let added = feeds.all.filter { urls.contains($0.url) }
        if let first = added.first { feeds.choose(first.id) }
        refresh(added)
    }
}
