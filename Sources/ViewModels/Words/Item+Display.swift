package import Library
import Typesetting

extension Item {
    /// The title to show; “(untitled)” if the item has none.
    package var displayTitle: String {
        let title = CleanText.line(title)
        return title.isEmpty ? "(untitled)" : title
    }
}
