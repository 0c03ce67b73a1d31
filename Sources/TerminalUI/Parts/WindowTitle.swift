import Typesetting

/// What the terminal's window is called: where the person is, and how much there is to read.
struct WindowTitle {
    let text: String

    /// More than any title bar shows.
    private static let longest = 200

    init(place: String?, unread: Int) {
        let words = [place, "lede" + (unread > 0 ? " (\(unread))" : "")].compactMap(\.self).joined(by: " – ")
        text = CleanText.line(words).truncated(toCells: Self.longest)
    }
}
