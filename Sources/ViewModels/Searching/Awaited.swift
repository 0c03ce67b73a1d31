import Dispatch
import FoundationEssentials
import Library
import MainQueue
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
    /// The change of feeds or of items that is being made, undone or done again.
    var change: UUID?

    enum WithTags: Equatable {
        case choose
        case show(String)
    }
}

extension ReaderModel {
    /// Gives up what keys wait for: what is shown stays.
    package func callOff() {
        if awaited.change != nil {
            // It is under way, and what it comes to is told in any case.
            awaited.change = nil
            return status = .done("What was asked for is done meanwhile")
        }
        stopFinding()
        items.stopJumping()
        awaited.withTags = nil
        status = .done("Called off")
    }

    /// Has keys wait for a change, which is told of where it takes a while. What is returned lets them go on.
    func awaitChange(_ deed: String) -> @MainActor @Sendable () -> Void {
        let change = UUID()
        let underWay = Status.done("\(deed) … (Esc goes on meanwhile)")
        awaited.change = change
        // Most are there before anybody could read this.
        MainQueue.async(after: .milliseconds(200)) { [weak self] in
            if let self, self.awaited.change == change { self.status = underWay }
        }
        return { [weak self] in
            guard let self else { return }
            if status == underWay { status = nil }
            if awaited.change == change { awaited.change = nil }
        }
    }
}
