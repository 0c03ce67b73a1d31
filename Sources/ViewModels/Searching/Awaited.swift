import FoundationEssentials
import Library
import Signals

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
    /// The step that is being undone, or done again.
    var step: UUID?

    enum WithTags: Equatable {
        case choose
        case show(String)
    }
}

extension ReaderModel {
    /// Gives up what keys wait for: what is shown stays.
    package func callOff() {
        if awaited.step != nil {
            // It is under way, and what it comes to is told in any case.
            awaited.step = nil
            return status.value = .done("What was asked for is done meanwhile")
        }
        stopFinding()
        items.stopJumping()
        awaited.withTags = nil
        status.value = .done("Called off")
    }
}
