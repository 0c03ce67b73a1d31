/// The names of marks, streams and folders.
enum GoogleReaderTag {
    static let read = "user/-/state/com.google/read"
    static let starred = "user/-/state/com.google/starred"
    static let all = "user/-/state/com.google/reading-list"

    static func folder(_ name: String) -> String { "user/-/label/\(name)" }

    /// Whether a category of an item is this mark. Servers write the user's number instead of the hyphen.
    static func isMark(_ category: String, _ name: String) -> Bool {
        category.hasPrefix("user/") && category.hasSuffix("/state/com.google/\(name)")
    }

    /// Whether a category of an item is one of the server's own, and not one of the feed's.
    static func isOwn(_ category: String) -> Bool {
        category.hasPrefix("user/") && (category.contains("/state/com.google/") || category.contains("/label/"))
    }
}
