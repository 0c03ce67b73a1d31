import Library
import MainQueue
import Refresh
import Signals
import Subscriptions

/// Fetches items' pictures, as the settings say at that time.
@MainActor final class FetchingPictures: WorkspaceUser {
    let workspace: Workspace
    private lazy var fetcher = makeFetcher()
    private let scope = ScopedDisposable()

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// Passes each picture once, those that are here even when lede is offline. Disposing of the result stops it: what has
    /// come stays.
    func fetch(
        _ pictures: [ItemPictures], for purpose: PagePurpose,
        receive: @escaping @MainActor @Sendable (PictureEvent) -> Void,
        finish: @escaping @MainActor @Sendable () -> Void = {}
    ) -> any Disposable {
        fetcher.settings = RefreshSettings(config, urls, paths)
        return fetcher.fetch(pictures, for: purpose, usingNetwork: connection.isWorthTrying).deliver(on: .main)
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
        let fetcher = PictureFetcher(library, config, urls, paths)
        // The user should know, and reads on.
        scope.add(fetcher.troubles.deliver(on: .main).onNext { [troubles] in troubles.send($0) })
        return fetcher
    }
}
