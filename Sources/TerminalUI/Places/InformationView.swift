import ViewModels

/// The details of a feed, or a preview of a feed to add.
struct InformationView: TextPlaceView {
    static let (place, helpHeading, plural) = (Place.information, "in the feed details", "feed details")
    static let firstKeys: [FirstKey] = [
        FirstKey(.open, does: "add the feed"),
        .scroll,
        FirstKey(.refreshFeed, does: "refresh the feed"),
        FirstKey(.manageFeed, does: "change or remove the feed"),
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

    private static let hinted = [
        HintedOperation(.refreshFeed, "refresh"), HintedOperation(.manageFeed, "change"),
        HintedOperation(.back, "back"), HintedOperation(.help, "keys")
    ]
    private static let hintedInPreview = [
        HintedOperation(.open, "add"), HintedOperation(.back, "back"), HintedOperation(.help, "keys")
    ]
}
