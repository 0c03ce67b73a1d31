package import Library
import Typesetting

extension Feed {
    /// Whether it has no name but its address.
    package var isNamedByAddress: Bool { name == shownURL }

    /// What to call the feed on the screen.
    package var displayName: String { CleanText.line(shortName) }

    /// The same, as the feed has it.
    var shortName: String { isNamedByAddress ? name.withoutScheme : name }
}

extension String {
    /// An address without what nearly all of them begin with: the site is what tells.
    package var withoutScheme: String {
        let scheme = ["https://", "http://"].first(where: hasPrefix)
        return String(dropFirst(scheme?.count ?? 0))
    }
}
