import Configuration
import Library
import Signals
import Typesetting

extension ReaderModel {
    /// What programs are told of what is shown; of addresses only such as lead to the web.
    package var shownFields: ShownFields { ShownFields(feed: currentFeed, item: currentItem) }

    /// The article that is shown, or chosen in a list, as text; nil where there is none.
    package var shownText: String? {
        guard let chosen = selectedItems else { return currentArticle?.plainText }
        do {
            var texts: [String] = []
            for item in chosen.prefix(Self.mostAtOnce) {
                if let text = try library.article(item.id)?.plainText { texts.append(text) }
            }
            return texts.joined(separator: "\n\n")
        } catch {
            troubles.send(error)
            return nil
        }
    }

    /// So many articles are set while the person waits.
    private static let mostAtOnce = 100
}

extension Article {
    /// The article as it is read, set to lines of a length that suits mail and files.
    var plainText: String {
        document.lines(width: 80).map(\.text).joined(separator: "\n") + "\n"
    }
}
