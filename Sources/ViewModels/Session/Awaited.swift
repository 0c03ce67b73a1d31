import FoundationEssentials
import Library
import MainQueue

/// What the person has asked for and is being looked for off the main queue. Keys that they press meanwhile wait for it: they
/// are meant for what will be shown.
struct Awaited: Equatable {
    /// The list that is to hold what a filter is true of.
    var filter: ItemSource?
    /// Whether what was found of words that were entered is still to come.
    var search = false
    /// Whether a row far off is on its way.
    var row = false
    /// What is to be done once all tags are written that were given.
    var withTags: WithTags?
    /// The change of feeds or of items that is being made, undone or done again.
    var change: UUID?

    enum WithTags: Equatable {
        case choose
        case show(String)
    }
}
