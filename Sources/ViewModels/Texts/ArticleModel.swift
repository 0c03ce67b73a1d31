import Configuration
import Files
package import Library
package import Signals
import Typesetting

/// The article that is open, or was last, with the text that is paged through and how far articles were read.
@MainActor package final class ArticleModel {
    package let text = PagerModel()
    /// The article that is open, or was last.
    @Published package private(set) var open: Article?

    /// Where in the text the person was, while the article is shown as its feed has it.
    private var placeInText: TextPosition?
    /// How far articles were read; nil until that is asked for.
    private var readingPlaces: ReadingPlaces?
    private let session: Session

    init(_ session: Session) { self.session = session }

    var isSourceShown: Bool { placeInText != nil }

    /// Shows an item's text, and says whether there is one.
    func show(_ item: ItemID) -> Bool {
        do {
            guard let opened = try session.library.article(item) else { return false }
            noteReadingPlace()
            placeInText = nil
            display(opened, at: readingPlace(of: item))
            return true
        } catch {
            session.troubles.send(error)
            return false
        }
    }

    /// Shows an article from a place in its text on.
    private func display(_ opened: Article, at place: TextPosition) {
        open = opened
        if let beginning = opened.beginning {
            text.show(beginning, at: place) { opened.document }
        } else {
            text.show(opened.document, at: place)
        }
    }

    /// Shows the text of the article as its feed has it, or as it is read again.
    func toggleSource() {
        guard let open else { return }
        if let place = placeInText {
            // At its end, too, where it would begin anew if it were opened again.
            if show(open.item.id), let open = self.open { display(open, at: place) }
        } else {
            noteReadingPlace()
            placeInText = text.position
            text.show(open.source)
        }
    }

    /// Shows which tags the article has by now.
    func showTags() {
        guard !isSourceShown, let open else { return }
        do {
            guard let now = try session.library.article(open.item.id), now.tags != open.tags else { return }
            display(now, at: text.position)
        } catch {
            session.troubles.send(error)
        }
    }
}

// How far articles were read.
extension ArticleModel {
    /// Where the person left an article, in this run of lede or before: its start where that can't be read.
    private func readingPlace(of item: ItemID) -> TextPosition {
        if readingPlaces == nil {
            let bytes = try? PrivateFiles.read(session.paths.readingPlaces, atMost: ReadingPlaces.longest)
            readingPlaces = bytes.map { ReadingPlaces(String(decoding: $0, as: UTF8.self)) } ?? ReadingPlaces()
        }
        return readingPlaces?.place(of: item) ?? .start
    }

    /// Takes note of how far the article is read that is open, before another takes its place.
    private func noteReadingPlace() {
        guard let item = open?.item.id, !isSourceShown else { return }
        _ = readingPlace(of: item)
        readingPlaces?.note(text.isAtEnd ? nil : text.position, of: item)
    }

    /// Keeps the places for the next start.
    func remember(by files: RememberedFiles, inTheEnd isEnd: Bool) {
        noteReadingPlace()
        if let readingPlaces { files.keep(readingPlaces.text, at: session.paths.readingPlaces, inTheEnd: isEnd) }
    }
}

extension Article {
    /// The text as it came.
    fileprivate var source: Document {
        Document(blocks: [.preformatted([.text(String(decoding: html.utf8.prefix(Self.longestSource), as: UTF8.self))])]
        )
    }

    private static let longestSource = 1 << 20
}
