import ViewModels

/// The details of a feed, or a preview of a feed to add.
struct InformationView: TextPlaceView {
    static let (place, helpHeading, plural) = (Place.information, "in the feed details", "feed details")
    static let firstKeys: [FirstKey] = [
        .scroll,
        .turnPage,
        FirstKey(.search, does: "find in the text"),
        FirstKey(.open, does: "add the feed, if you are previewing it"),
        .goBack
    ]
    let model: ReaderModel

    init(_ model: ReaderModel) { self.model = model }

    var pager: PagerModel { model.information }
    var title: String { "feed details" }
    var windowTitle: String? { "Feed details" }

    var hinted: [HintedOperation] {
        pager.hintedAtHits ?? (model.isPreviewing ? Self.hintedInPreview : Self.hinted)
    }

    private static let hinted = [HintedOperation(.back, "back")]
    private static let hintedInPreview = [HintedOperation(.open, "add"), HintedOperation(.back, "back")]
}
