import Signals

/// The offers of a first run, when there is no urls file.
@MainActor package final class WelcomePlace: Screen {
    let place = Place.welcome
    /// Which of the offers is chosen.
    @Published package private(set) var offer = ListCursor()
    private let perform: @MainActor (Operation) -> Void

    /// `perform` does what is offered.
    init(perform: @escaping @MainActor (Operation) -> Void) {
        self.perform = perform
        offer.count = Offer.allCases.count
    }

    func move(by rows: Int) { offer.move(by: rows) }
    func turnPage(by pages: Int) { offer.turnPage(by: pages) }
    func turnHalfPage(by pages: Int) { offer.turnHalfPage(by: pages) }
    func goToTop() { offer.move(to: 0) }
    func goToEnd() { offer.move(to: .max) }
    func go(toRow number: Int) { offer.move(to: number - 1) }
    func scroll(by rows: Int) {}
    func scroll(toTop line: Int) {}
    func open() { perform(Offer.allCases[offer.row].operation) }
}
