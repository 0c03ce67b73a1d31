import Library
import MainQueue
import Signals

/// Looks up values of visible items off the main queue, in one query for each painting.
@MainActor final class ItemLookup<Value: Equatable & Sendable> {
    /// A counter that grows whenever more is known.
    @Published var round = 0

    private let mostKnown: Int
    private let inquiry: Inquiry
    private var look: Look
    private var known: [ItemID: Value] = [:]
    /// Items whose values are known or being looked up.
    private var asked: Set<ItemID> = []
    private var wanted: [ItemID] = []
    private let scope = ScopedDisposable()

    typealias Look = @Sendable (Library, [ItemID]) throws(LibraryFailure) -> [ItemID: Value]

    /// `mostKnown` is more than anybody scrolls through in one list.
    init(_ news: LibraryNews, mostKnown: Int, look: @escaping Look) {
        self.mostKnown = mostKnown
        self.look = look
        inquiry = Inquiry(news)
        scope.add(inquiry.isUnderWayToFollow.observe { [weak self] isUnderWay in if !isUnderWay { self?.ask() } })
    }

    /// Returns the known value of an item, and requests a missing one.
    func value(of item: ItemID) -> Value? {
        if max(asked.count, known.count) > mostKnown { forget() }
        if asked.insert(item).inserted {
            if wanted.isEmpty { askSoon() }
            wanted.append(item)
        }
        return known[item]
    }

    /// Changes what is looked up, and forgets all known values.
    func look(by look: @escaping Look) {
        self.look = look
        forget()
        round += 1
    }

    /// Changes how values are looked up, and looks up visible items again.
    func lookAgain(by look: @escaping Look) {
        self.look = look
        lookAgain()
    }

    /// Looks up items again when they are shown. Old values stay until then, so that nothing flickers.
    func lookAgain(at isMeant: (ItemID) -> Bool = { _ in true }) {
        guard !asked.isEmpty else { return }
        asked = asked.filter { !isMeant($0) }
        round += 1
    }

    /// Forgets everything, and drops a running query.
    private func forget() {
        (known, asked, wanted) = ([:], [], [])
        inquiry.drop()
    }

    private func askSoon() {
        MainQueue.async { [weak self] in self?.ask() }
    }

    private func ask() {
        guard !wanted.isEmpty, !inquiry.isUnderWay else { return }
        let items = wanted
        wanted = []
        inquiry.ask { [look] library throws(LibraryFailure) in
            try look(library, items)
        } receive: { [weak self] found in
            if let found { self?.learn(found, of: items) }
        }
    }

    private func learn(_ values: [ItemID: Value], of items: [ItemID]) {
        let before = known
        for item in items { known[item] = values[item] }
        if known != before { round += 1 }
    }
}
