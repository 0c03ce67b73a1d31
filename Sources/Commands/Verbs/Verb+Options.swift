// Options that several commands have.
extension Verb.Option {
    static let json = Self(name: "--json", meaning: "print one JSON object a line")
    static let feed = Self(name: "--feed", value: "FEED", meaning: "only of this feed, named by address or title")
    static let filter = Self(name: "--filter", value: "EXPR", meaning: "only those that a filter is true of")
    /// For commands that print set text.
    static let color = Self(
        name: "--color", value: "auto|always|never",
        meaning: "whether to print styles: on a terminal where NO_COLOR isn't set, if not said")
}
