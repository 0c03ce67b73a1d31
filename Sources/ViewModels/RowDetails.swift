import Dispatch
import Library
package import Signals

/// What rows of a list say of items that lists don't know: their tags, their files, how long their texts are. It is
/// read off the main queue, for the items that are shown, and only where the person wants it in their rows.
@MainActor package final class RowDetails {
    /// How often more has become known.
    package let round = MutableProperty(0)

    private let library: Library
    private var known: [ItemID: ItemDetails] = [:]
    private var asked: Set<ItemID> = []
    private var wanted: [ItemID] = []
    private let subscriptions = ScopedDisposable()
    private static let queue = QueueScheduler(label: "lede.row-details")
    /// More than anybody has looked at since the list was filled.
    private static let mostKnown = 5000

    init(library: Library) {
        self.library = library
        subscriptions.add(library.changes.onMain { [weak self] in self?.follow($0) })
    }

    /// What is known of an item by now; more is asked for.
    func details(of item: ItemID) -> ItemDetails {
        if asked.count > Self.mostKnown { (known, asked, wanted) = ([:], [], []) }
        if asked.insert(item).inserted {
            if wanted.isEmpty { askSoon() }
            wanted.append(item)
        }
        return known[item] ?? ItemDetails()
    }

    /// What was known stays until it is known anew, so that nothing flickers.
    private func follow(_ change: LibraryChange) {
        guard !asked.isEmpty else { return }
        switch change {
        case .marked(.tagged, let items), .marked(.untagged, let items): asked = asked.filter { !items.contains($0) }
        case .marks, .feed: asked = []
        default: return
        }
        round.value += 1
    }

    /// Asks for all that one painting wants at once.
    private func askSoon() {
        DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.ask() } }
    }

    private func ask() {
        let items = wanted
        wanted = []
        Signal<[ItemID: ItemDetails], Never>.deferred { [library] in .just((try? library.details(of: items)) ?? [:]) }
            .subscribe(on: Self.queue)
            .onMain { [weak self] in self?.learn($0) }
    }

    private func learn(_ details: [ItemID: ItemDetails]) {
        let before = known
        known.merge(details) { $1 }
        if known != before { round.value += 1 }
    }
}
