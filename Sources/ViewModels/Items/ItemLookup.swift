import Library
import MainQueue
import Signals

/// What is looked up of the items that are shown: off the main queue, and for all that one painting wants at once.
@MainActor final class ItemLookup<Value: Equatable & Sendable> {
    /// How often more has become known.
    @Published var round = 0

    private let mostKnown: Int
    private let inquiry: Inquiry
    private var look: Look
    private var known: [ItemID: Value] = [:]
    /// Items of which it is known, or is being found out.
    private var asked: Set<ItemID> = []
    private var wanted: [ItemID] = []
    private let scope = ScopedDisposable()

    typealias Look = @Sendable (Library, [ItemID]) throws(LibraryFailure) -> [ItemID: Value]

    /// `mostKnown` is more than anybody looks at before a list is filled anew.
    init(_ news: LibraryNews, mostKnown: Int, look: @escaping Look) {
        self.mostKnown = mostKnown
        self.look = look
        inquiry = Inquiry(news)
        scope.add(inquiry.isUnderWayToFollow.observe { [weak self] isUnderWay in if !isUnderWay { self?.ask() } })
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

    /// Forgets all, with what was asked before, which is of no use.
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
        } take: { [weak self] found in
            if let found { self?.learn(found, of: items) }
        }
    }

    private func learn(_ values: [ItemID: Value], of items: [ItemID]) {
        let before = known
        for item in items { known[item] = values[item] }
        if known != before { round += 1 }
    }
}
