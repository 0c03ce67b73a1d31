import ViewModels

/// The keys of a place, with their explanations.
struct HelpView: TextPlaceView {
    static let (place, helpHeading, plural) = (Place.help, "in the help", "help")
    static let firstKeys: [FirstKey] = [
        .scroll,
        .turnPage,
        FirstKey(.search, does: "find a key or a word"),
        FirstKey(.nextHit, .previousHit, does: "next and previous match"),
        .goBack
    ]
    let model: ReaderModel

    init(_ model: ReaderModel) { self.model = model }

    var pager: PagerModel { model.help }
    var title: String { "help" }
    var windowTitle: String? { "Help" }
    var hinted: [HintedOperation] { pager.hintedAtHits ?? Self.hinted }

    private static let hinted = [HintedOperation(.search, "find"), HintedOperation(.back, "back")]
}
