import Addresses
import Typesetting

extension Feed {
    /// Whether it has no name but its address.
    package var isNamedByAddress: Bool { name == shownURL }

    /// What to call the feed on the screen.
    package var displayName: String { CleanText.line(shortName) }

    /// The same, as the feed has it.
    package var shortName: String { isNamedByAddress ? name.withoutScheme : name }
}
