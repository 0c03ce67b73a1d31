import FoundationEssentials
import Library
import Terminal
import Typesetting
import ViewModels

/// One picture of an article, as large as the screen.
struct PictureView: PlaceView {
    static let (helpHeading, plural) = ("on a picture", "pictures")
    static let firstKeys: [FirstKey] = [
        FirstKey(.down, .up, does: "next and previous picture"),
        FirstKey(.openInBrowser, does: "open the picture in the browser"),
        FirstKey(.openBehind, does: "open it in a graphical browser"),
        FirstKey(.copyLink, does: "copy the picture's link"),
        .goBack
    ]
    private let model: ReaderModel

    init(_ model: ReaderModel) { self.model = model }

    func follow(by schedule: PaintSchedule) { schedule.follow(model.picture.$image) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        canvas.fillBackground(of: theme.article)
        guard let source = model.picture.image?.source else { return }
        let room = canvas.inner
        guard let picture = model.pictures.enlarged(source, columns: room.columns, rows: room.rows) else {
            let words = model.pictures.obstacle(to: source) ?? ""
            room.write(words.asSentence, row: room.rows / 2, column: 0, style: theme.hint)
            return
        }
        room.draw(picture, row: (room.rows - picture.rows) / 2, column: (room.columns - picture.columns) / 2)
    }

    func scroll(by rows: Int) { model.scroll(by: rows) }
}

// Words.
extension PictureView {
    var title: String { model.picture.image?.alt ?? model.openArticle?.item.displayTitle ?? "" }
    var windowTitle: String? { model.openArticle?.item.displayTitle }
    var summary: String { "picture \(model.picture.number) of \(model.picture.count)" }
    var hinted: [HintedOperation] { Self.hinted }

    private static let hinted = [
        HintedOperation(.down, "next"), HintedOperation(.up, "previous"), HintedOperation(.openInBrowser, "browser"),
        HintedOperation(.back, "back"),
        HintedOperation(.help, "keys")
    ]
}
