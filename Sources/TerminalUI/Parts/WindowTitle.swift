import Typesetting

/// The title of the terminal's window: where the user is, and the unread count.
struct WindowTitle {
    let text: String

    /// No title bar shows more characters.
    private static let longest = 200

    init(place: String?, unread: Int) {
        let words = [place, "lede" + (unread > 0 ? " (\(unread))" : "")].compactMap(\.self).joined(by: " – ")
        text = CleanText.line(words).truncated(toCells: Self.longest)
    }
}
