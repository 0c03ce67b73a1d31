import Addresses
import Typesetting

extension Feed {
    /// Whether its URL is its only name.
    package var isNamedByAddress: Bool { name == shownURL }

    /// The feed's title on the screen.
    package var displayName: String { CleanText.line(shortName) }

    /// The title, not cleaned; a URL loses its scheme.
    package var shortName: String { isNamedByAddress ? name.withoutScheme : name }
}
