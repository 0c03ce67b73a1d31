/// What a server can do.
package struct Abilities: Equatable, Sendable {
    /// In how many folders a feed can be.
    package enum Folders: Equatable, Sendable {
        case none, one, many
    }

    /// The most items to mark with one request.
    package var marksAtOnce: Int
    package var folders: Folders
    /// Whether feeds can be added and removed.
    package var adds: Bool
    /// Whether feeds can be renamed and moved, and folders renamed.
    package var arranges: Bool
    /// Whether it fetches a feed when asked.
    package var refreshes: Bool
    /// Whether it tells what has changed, so that its lists of ids needn't be compared.
    package var tellsChanges: Bool
    /// Whether it can mark a feed read exactly up to one item.
    package var readsUpTo: Bool

    package init(
        marksAtOnce: Int, folders: Folders, adds: Bool = true, arranges: Bool = true, refreshes: Bool = false,
        tellsChanges: Bool = false, readsUpTo: Bool = false
    ) {
        self.marksAtOnce = marksAtOnce
        self.folders = folders
        self.adds = adds
        self.arranges = arranges
        self.refreshes = refreshes
        self.tellsChanges = tellsChanges
        self.readsUpTo = readsUpTo
    }
}
