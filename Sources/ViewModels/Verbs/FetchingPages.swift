import Library
import MainQueue
import Refresh
import Signals
import Subscriptions

/// Fetches items' pages, as the settings say at that time.
@MainActor final class FetchingPages: WorkspaceUser {
    let workspace: Workspace
    private lazy var fetcher = PageFetcher(library, config, urls, paths)

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// Disposing of the result stops it: what has come stays.
    func fetch(
        _ items: [ItemID], for purpose: PagePurpose, receive: @escaping @MainActor @Sendable (PageEvent) -> Void,
        finish: @escaping @MainActor @Sendable () -> Void = {}
    ) -> any Disposable {
        fetcher.settings = RefreshSettings(config, urls, paths)
        return fetcher.fetch(items, for: purpose).deliver(on: .main).subscribe { [connection] event in
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
