import ViewModels

extension Place {
    /// The view of the place. A new place needs its own view and a line here.
    var view: any PlaceView.Type {
        switch self {
        case .welcome: WelcomeView.self
        case .feeds: FeedsView.self
        case .items: ItemsView.self
        case .article: ArticleView.self
        case .picture: PictureView.self
        case .links: LinksView.self
        case .failures: FailuresView.self
        case .information: InformationView.self
        case .help: HelpView.self
        case .history: HistoryView.self
        }
    }
}

extension ReaderModel {
    /// The view of a place, by default of the current one.
    func view(of place: Place? = nil) -> any PlaceView { (place ?? self.place).view.init(self) }
}
