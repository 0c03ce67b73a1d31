import Dispatch
import Library
import MainQueue
import Signals

/// What is looked up of the items that are shown: off the main queue, and for all that one painting wants at once.
@MainActor final class ItemLookup<Value: Equatable & Sendable> {
    /// How often more has become known.
    @Published var round = 0

    private let queue: QueueScheduler
    private let mostKnown: Int
    private let troubles: Subject<LibraryFailure, Never>
    private var look: Look
    private var known: [ItemID: Value] = [:]
    /// Items of which it is known, or is being found out.
    private var asked: Set<ItemID> = []
    private var wanted: [ItemID] = []
    /// Counts how often all was forgotten: answers from before are of no use.
    private var generation = 0

    typealias Look = @Sendable ([ItemID]) throws(LibraryFailure) -> [ItemID: Value]

    /// `mostKnown` is more than anybody looks at before a list is filled anew.
    init(
        on queue: QueueScheduler, mostKnown: Int, troubles: Subject<LibraryFailure, Never>, look: @escaping Look
    ) {
        self.queue = queue
        self.mostKnown = mostKnown
        self.troubles = troubles
        self.look = look
    }

    /// What is known of an item by now; more is asked for.
    func value(of item: ItemID) -> Value? {
        if max(asked.count, known.count) > mostKnown { forget() }
        if asked.insert(item).inserted {
            if wanted.isEmpty { askSoon() }
            wanted.append(item)
        }
        return known[item]
    }

    /// Looks for something else from now on, of which nothing is known yet.
    func look(by look: @escaping Look) {
        self.look = look
        forget()
        round += 1
    }

    /// Looks in another way from now on, and again at what is shown.
    func lookAgain(by look: @escaping Look) {
        self.look = look
        lookAgain()
    }

    /// Has items looked up anew where they are shown. What was known stays until then, so that nothing flickers.
    func lookAgain(at isMeant: (ItemID) -> Bool = { _ in true }) {
        guard !asked.isEmpty else { return }
        asked = asked.filter { !isMeant($0) }
        round += 1
    }

    private func forget() {
        generation += 1
        (known, asked, wanted) = ([:], [], [])
    }

    private func askSoon() {
        MainQueue.async { [weak self] in self?.ask() }
    }

    private func ask() {
        let (items, generation) = (wanted, generation)
        wanted = []
        Signal.asked(on: queue) { [look] () throws(LibraryFailure) in try look(items) }
            .onMain { [weak self] found in
                switch found {
                case .success(let values): self?.learn(values, of: items, in: generation)
                case .failure(let failure): self?.troubles.send(failure)
                }
            }
    }

    private func learn(_ values: [ItemID: Value], of items: [ItemID], in generation: Int) {
        guard generation == self.generation else { return }
        let before = known
        for item in items { known[item] = values[item] }
        if known != before { round += 1 }
    }
}
