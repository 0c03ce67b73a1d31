import Configuration
import FoundationEssentials
import Library
import Refresh
package import Signals
import Subscriptions
import System

/// Fetches items' pages ahead: those that the user waits for, and those that the settings ask for. Then their pictures.
@MainActor package final class Preloading: ReaderPart {
    package struct Progress: Equatable, Sendable {
        package enum Subject: String, Sendable {
            case page, picture
        }

        package let subject: Subject
        package let total: Int
        package var done = 0
        var kept = 0

        /// “2 pages”.
        var keptInWords: String { kept.counted(subject.rawValue) }
    }

    unowned let reader: ReaderModel
    /// Nil when nothing is fetched ahead.
    @Published package private(set) var progress: Progress?
    private let fetching: FetchingPages
    private let pictures: FetchingPictures
    private let choosing: Inquiry
    private var isChoosing = false
    /// What is to be fetched next.
    private var (isWantedDue, isAheadDue, arePicturesDue) = (false, false, false)
    /// The items whose pages the user waited for, and whose pictures come next.
    private var wanted: [ItemID] = []
    private let run = SerialDisposable()
    private let scope = ScopedDisposable()

    init(_ reader: ReaderModel, fetching: FetchingPages, pictures: FetchingPictures) {
        self.reader = reader
        self.fetching = fetching
        self.pictures = pictures
        choosing = Inquiry(reader.session.news)
        scope.add(
            reader.connection.$isOffline.changes.observe { [weak self] isOffline in
                if isOffline { self?.stop() } else { self?.fetchWanted() }
            })
    }

    var isRunning: Bool { progress != nil }

    /// Stops, if the user says so, and tells that.
    func stopAsAsked() {
        guard let progress else { return }
        stop()
        session.status = .done("Stopped: \(progress.keptInWords) kept to read offline")
    }

    private func stop() {
        choosing.drop()
        run.release()
        (isChoosing, isWantedDue, isAheadDue, arePicturesDue) = (false, false, false, false)
        wanted = []
        progress = nil
    }

    /// Fetches the pages that the user waits for.
    func fetchWanted() {
        // The user may have asked for one a moment ago.
        session.news.whenHeard { [weak self] in
            self?.isWantedDue = true
            self?.goOn()
        }
    }

    /// Fetches these and the pages that the settings ask for, after a refresh.
    func fetchAhead() {
        (isWantedDue, isAheadDue, arePicturesDue) = (true, true, true)
        goOn()
    }

    private func goOn() {
        guard !reader.connection.isOffline, !isRunning, !isChoosing else { return }
        if isWantedDue {
            isWantedDue = false
            fetch(
                { library throws(LibraryFailure) in try library.wantedPages(at: Date()) }, for: .wanted,
                told: { "Fetched \($0) you asked for" })
        } else if isAheadDue {
            isAheadDue = false
            guard let choice = PreloadChoice(session.config, reader.subscriptions.list) else { return goOn() }
            fetch(
                { library throws(LibraryFailure) in try choice.items(in: library, at: Date()) }, for: .ahead,
                told: { "\($0) kept to read offline" })
        } else if arePicturesDue || !wanted.isEmpty {
            fetchPictures()
        }
    }

    /// Finds the pictures of items off the main queue, and fetches them.
    private func fetchPictures() {
        let choice = arePicturesDue ? PreloadChoice(session.config, reader.subscriptions.list) : nil
        let items = wanted
        (arePicturesDue, wanted) = (false, [])
        guard session.config.cachePictures != .no, choice != nil || !items.isEmpty else { return }
        isChoosing = true
        choosing.ask { library throws(LibraryFailure) in
            try library.preparePictures(at: Date())
            var found: [ItemPictures] = []
            for item in try items + (choice?.itemsLackingPictures(in: library, at: Date()) ?? []) {
                found.append(try library.pictures(of: item))
            }
            return found
        } receive: { [weak self] found in
            self?.isChoosing = false
            if let found, !found.isEmpty { self?.fetch(found) } else { self?.goOn() }
        }
    }

    private func fetch(_ found: [ItemPictures]) {
        progress = Progress(subject: .picture, total: Set(found.flatMap(\.urls)).count)
        run.hold(
            pictures.fetch(found, for: .ahead) { [weak self] event in
                self?.progress?.done += 1
                if case .kept = event.outcome { self?.progress?.kept += 1 }
            } finish: { [weak self] in
                self?.finish(told: { "\($0) kept to read offline" })
            })
    }

    /// Chooses items off the main queue, and fetches their pages.
    private func fetch(
        _ choose: @escaping @Sendable (Library) throws(LibraryFailure) -> [ItemID], for purpose: PagePurpose,
        told words: @escaping @MainActor @Sendable (_ kept: String) -> String
    ) {
        isChoosing = true
        choosing.ask(choose) { [weak self] items in
            self?.isChoosing = false
            if let items, !items.isEmpty { self?.fetch(items, for: purpose, told: words) } else { self?.goOn() }
        }
    }

    private func fetch(
        _ items: [ItemID], for purpose: PagePurpose,
        told words: @escaping @MainActor @Sendable (_ kept: String) -> String
    ) {
        progress = Progress(subject: .page, total: items.count)
        run.hold(
            fetching.fetch(items, for: purpose) { [weak self] event in
                self?.record(event.outcome)
                if purpose == .wanted { self?.wanted.append(event.item) }
            } finish: { [weak self] in
                self?.finish(told: words)
            })
    }

    private func record(_ outcome: PageOutcome) {
        guard var progress else { return }
        progress.done += 1
        if case .stored(let text) = outcome, text.isFound { progress.kept += 1 }
        self.progress = progress
    }

    private func finish(told words: @MainActor (_ kept: String) -> String) {
        guard let progress else { return }
        self.progress = nil
        if progress.kept > 0 { reader.actions.refreshing.sayAfterRefresh(.done(words(progress.keptInWords))) }
        goOn()
    }
}

/// Fetches items' pages, as the settings say at that time.
@MainActor final class FetchingPages: ReaderPart {
    unowned let reader: ReaderModel
    private lazy var fetcher = PageFetcher(
        session.library, session.config, reader.subscriptions.list, session.paths, queue: reader.refresh.fetchQueue)

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    /// Disposing of the result stops it: what has come stays.
    func fetch(
        _ items: [ItemID], for purpose: PagePurpose, receive: @escaping @MainActor @Sendable (PageEvent) -> Void,
        finish: @escaping @MainActor @Sendable () -> Void = {}
    ) -> any Disposable {
        fetcher.settings = RefreshSettings(
            session.config, reader.subscriptions.list, session.paths)
        return fetcher.fetch(items, for: purpose).deliver(on: .main).subscribe {
            [connection = reader.connection] event in
            MainQueue.assume {
                switch event {
                case .next(let event):
                    if event.outcome.isAnswer { connection.recordAnswer() }
                    receive(event)
                case .completed: finish()
                }
            }
        }
    }
}

extension PageOutcome {
    /// Whether it came from a server.
    fileprivate var isAnswer: Bool {
        switch self {
        case .stored: true
        case .failed, .unreached: false
        }
    }
}

/// Fetches items' pictures, as the settings say at that time.
@MainActor final class FetchingPictures: ReaderPart {
    unowned let reader: ReaderModel
    private lazy var fetcher = makeFetcher()
    private let scope = ScopedDisposable()

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    /// Passes each picture once, those that are here even when lede is offline. Disposing of the result stops it: what has
    /// come stays.
    func fetch(
        _ pictures: [ItemPictures], for purpose: PagePurpose,
        receive: @escaping @MainActor @Sendable (PictureEvent) -> Void,
        finish: @escaping @MainActor @Sendable () -> Void = {}
    ) -> any Disposable {
        fetcher.settings = RefreshSettings(
            session.config, reader.subscriptions.list, session.paths)
        return fetcher.fetch(pictures, for: purpose, usingNetwork: reader.connection.isWorthTrying).deliver(on: .main)
            .subscribe { event in
                MainQueue.assume {
                    switch event {
                    case .next(let event): receive(event)
                    case .completed: finish()
                    }
                }
            }
    }

    private func makeFetcher() -> PictureFetcher {
        let fetcher = PictureFetcher(
            session.library, session.config, reader.subscriptions.list, session.paths, queue: reader.refresh.fetchQueue)
        // The user should know, and reads on.
        scope.add(fetcher.troubles.deliver(on: .main).onNext { [troubles = session.troubles] in troubles.send($0) })
        return fetcher
    }
}
