/// A place that shows a text in the pager.
@MainActor protocol TextScreen: Screen {
    var pager: PagerModel { get }
}

extension TextScreen {
    var text: PagerModel? { pager }
    func move(by rows: Int) { pager.move(by: rows) }
    func turnPage(by pages: Int) { pager.turnPage(by: pages) }
    func turnHalfPage(by pages: Int) { pager.turnHalfPage(by: pages) }
    func goToTop() { pager.go(toLine: 0) }
    func goToEnd() { pager.goToEnd() }
    func go(toRow number: Int) { pager.go(toLine: number - 1) }
    func scroll(by rows: Int) { pager.move(by: rows) }
    func scroll(toTop line: Int) { pager.move(to: line) }
}
