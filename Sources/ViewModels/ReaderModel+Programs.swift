import Configuration
import Library
import Signals
import Typesetting

extension ReaderModel {
    /// What programs are told of what is shown; of addresses only such as lead to the web.
    package var shownFields: ShownFields { ShownFields(feed: currentFeed, item: currentItem) }

    /// The article that is shown, or chosen in a list, as text; nil where there is none.
    package var shownText: String? { currentArticle?.plainText }
}

extension Article {
    /// The article as it is read, set to lines of a length that suits mail and files.
    var plainText: String {
        document.lines(width: 80).map(\.text).joined(separator: "\n") + "\n"
    }
}
