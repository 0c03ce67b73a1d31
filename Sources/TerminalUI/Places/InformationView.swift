import ViewModels

/// What is known of a feed, or what one brings that the person may subscribe to.
struct InformationView: TextPlaceView {
    static let (place, helpHeading, plural) = (Place.information, "on the page about a feed", "information")
    let model: ReaderModel

    init(_ model: ReaderModel) { self.model = model }

    var pager: PagerModel { model.information }
    var title: String { "about a feed" }
    var windowTitle: String? { "About a feed" }

    var hinted: [HintedOperation] {
        pager.hintedAtHits ?? (model.isPreviewing ? Self.hintedInPreview : Self.hinted)
    }

    private static let hinted = [HintedOperation(.back, "back")]
    private static let hintedInPreview = [HintedOperation(.open, "subscribe"), HintedOperation(.back, "back")]
}
