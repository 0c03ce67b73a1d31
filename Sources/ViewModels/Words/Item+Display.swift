package import Library
import Typesetting

extension Item {
    /// What to call the item: some have no title.
    package var displayTitle: String {
        let title = CleanText.line(title)
        return title.isEmpty ? "(untitled)" : title
    }
}
