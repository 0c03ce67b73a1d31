// Options that several commands have.
extension Verb.Option {
    static let json = Self(name: "--json", meaning: "print one JSON object per line")
    static let feed = Self(name: "--feed", value: "FEED", meaning: "only this feed, by URL or title")
    static let filter = Self(name: "--filter", value: "EXPR", meaning: "only items that match this filter")
    /// For commands that print formatted text.
    static let color = Self(
        name: "--color", value: "auto|always|never",
        meaning: "print styles (default: auto, on a terminal unless NO_COLOR is set)")
}
