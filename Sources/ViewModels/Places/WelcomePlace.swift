import Signals
import Subscriptions

/// The offers of a first run, when there is no urls file.
@MainActor package final class WelcomePlace: Screen {
    let place = Place.welcome
    /// The chosen offer.
    @Published package private(set) var offer = ListCursor()
    package private(set) var offers = Offer.usual
    private let subscribing: Subscribing
    private let perform: @MainActor (Operation) -> Void

    /// Calls `perform` with the operation of the chosen offer.
    init(subscribing: Subscribing, perform: @escaping @MainActor (Operation) -> Void) {
        self.subscribing = subscribing
        self.perform = perform
        offer.count = offers.count
    }

    func enables(_ operation: Operation) -> Bool? {
        switch operation {
        case .startWithStarterFeeds: true
        case .importReader: offers.count > Offer.usual.count
        case .left, .escape: false
        default: nil
        }
    }

    /// Offers to import from the readers found on this machine, before the other offers.
    func findReaders() {
        offers = subscribing.foundReaders.map { Offer.importAll($0) } + Offer.usual
        offer.count = offers.count
    }

    /// Runs the import that is chosen, or the first one offered.
    func importAll() {
        for offer in [offers[offer.row]] + offers {
            if case .importAll(let found) = offer { return subscribing.importAll(from: found.reader) }
        }
        subscribing.session.status = .problem("Found no feeds of newsboat, newsraft or sfeed on this machine")
    }

    func move(by rows: Int) { offer.move(by: rows) }
    func turnPage(by pages: Int) { offer.turnPage(by: pages) }
    func turnHalfPage(by pages: Int) { offer.turnHalfPage(by: pages) }
    func goToTop() { offer.move(to: 0) }
    func goToEnd() { offer.move(to: .max) }
    func go(toRow number: Int) { offer.move(to: number - 1) }
    func scroll(by rows: Int) {}
    func scroll(toTop line: Int) {}
    func open() { perform(offers[offer.row].operation) }
}
