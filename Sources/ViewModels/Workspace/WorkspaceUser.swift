import Configuration
import Library
import Signals
import Subscriptions

/// A place or a verb, which uses the workspace.
@MainActor protocol WorkspaceUser: AnyObject {
    var workspace: Workspace { get }
}

extension WorkspaceUser {
    var session: Session { workspace.session }
    var trail: Trail { workspace.trail }
    var panes: PanesModel { workspace.panes }
    var feeds: FeedListModel { workspace.feeds }
    var items: ItemListModel { workspace.items }
    var article: ArticleModel { workspace.article }
    var failures: FailureListModel { workspace.failures }
    var information: InformationModel { workspace.information }
    var refresh: RefreshModel { workspace.refresh }
    var sync: SyncModel { workspace.sync }
    var connection: Connection { workspace.connection }
    var subscriptions: SubscriptionsModel { workspace.subscriptions }

    var library: Library { session.library }
    var news: LibraryNews { session.news }
    var paths: Paths { session.paths }
    var config: Config { session.config }
    var troubles: Subject<LibraryFailure, Never> { session.troubles }
    /// The content of the urls file.
    var urls: UrlsList { subscriptions.list }

    var here: any Screen { workspace.here }
    var place: Place { trail.place }

    var status: Status? {
        get { session.status }
        set { session.status = newValue }
    }

    func key(_ operation: Operation) -> String { session.key(operation) }
    func pressing(_ operation: Operation) -> String { session.pressing(operation) }
    func request(_ request: TerminalRequest) { session.request(request) }

    /// The item with its current marks. A deleted item is returned as it was.
    func asMarkedNow(_ item: Item?) -> Item? {
        guard let item else { return nil }
        if let listed = items.item(item.id) { return listed }
        do { return try library.items([item.id]).first ?? item } catch { troubles.send(error) }
        return nil
    }

    /// The item to change; nil if it was deleted, which the status line then says.
    var itemToChange: Item? {
        guard let item = here.item else { return nil }
        if items.item(item.id) != nil { return item }
        do {
            if try !library.items([item.id]).isEmpty { return item }
            status = .refused("This item was deleted (\(key(.undo)) may bring it back)")
        } catch {
            troubles.send(error)
        }
        return nil
    }

    /// Replaces a message when the outcome is known, unless another message is shown by then. `words` returns nil if
    /// the message stays.
    func correction<Outcome: Sendable>(
        of said: Status?, _ words: @escaping @MainActor @Sendable (Outcome) -> String?
    ) -> @MainActor @Sendable (Outcome) -> Void {
        { [weak session] outcome in
            if session?.status == said, let words = words(outcome) { session?.status = .done(words) }
        }
    }
}
