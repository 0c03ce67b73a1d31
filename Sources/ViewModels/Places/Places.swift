/// The screens of all places. A new one needs a property and a case below.
@MainActor final class Places {
    let feeds: FeedsPlace
    let items: ItemsPlace
    let article: ArticlePlace
    let picture: PicturePlace
    let links: LinksPlace
    let failures: FailuresPlace
    let information: InformationPlace
    let help = HelpPlace()
    let history: HistoryPlace
    let welcome: WelcomePlace

    init(
        _ workspace: Workspace, navigation: Navigation, _ verbs: Verbs,
        perform: @escaping @MainActor (Operation) -> Void
    ) {
        feeds = FeedsPlace(workspace, navigation: navigation)
        items = ItemsPlace(workspace, navigation: navigation)
        picture = PicturePlace(workspace)
        article = ArticlePlace(workspace, browsing: verbs.browsing, picture: picture)
        links = LinksPlace(workspace, browsing: verbs.browsing)
        failures = FailuresPlace(
            workspace, navigation: navigation, refreshing: verbs.refreshing, settings: verbs.settings,
            subscribing: verbs.subscribing)
        information = InformationPlace(
            workspace, subscribing: verbs.subscribing, clock: verbs.refreshing.clock)
        history = HistoryPlace(workspace, undoing: verbs.undoing)
        welcome = WelcomePlace(subscribing: verbs.subscribing, perform: perform)
    }

    subscript(place: Place) -> any Screen {
        switch place {
        case .welcome: welcome
        case .feeds: feeds
        case .items: items
        case .article: article
        case .picture: picture
        case .links: links
        case .failures: failures
        case .information: information
        case .help: help
        case .history: history
        }
    }
}
