/// A file that belongs to an item, such as a podcast's episode.
package struct ParsedEnclosure: Equatable, Sendable {
    package var url: String
    package var type: String?
    package var length: Int?

    package init(url: String, type: String? = nil, length: Int? = nil) {
        self.url = url
        self.type = type
        self.length = length
    }

    /// Whether it is a Flash player, such as YouTube's feeds still list. No browser can show it.
    var isFlash: Bool { type?.lowercased() == "application/x-shockwave-flash" }
}
