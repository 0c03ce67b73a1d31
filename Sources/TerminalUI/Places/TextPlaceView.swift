import FoundationEssentials
import Typesetting
import ViewModels

/// A place that shows only a text in the pager.
protocol TextPlaceView: PlaceView {
    static var place: Place { get }
    var model: ReaderModel { get }
    var pager: PagerModel { get }
}

extension TextPlaceView {
    func follow(by schedule: PaintSchedule) {
        schedule.follow(pager.$page)
        schedule.follow(pager.$search)
    }

    func fit(to canvas: Canvas) { PagerView.fit(pager, to: canvas) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        PagerView(pager: pager, theme: theme, place: Self.place, isFocused: isFocused).draw(on: canvas)
    }

    func scrollBar(on canvas: Canvas) -> ScrollBar? { PagerView.scrollBar(of: pager, on: canvas) }

    var summary: String { pager.hitPosition ?? "" }

    func scroll(by rows: Int) { model.scroll(by: rows) }
    func scroll(toTop row: Int) { model.scrollText(toTop: row) }
}

extension PagerModel {
    /// The position of the current match: “match 3 of 17”.
    var hitPosition: String? { search.map { "match \(($0.current ?? -1) + 1) of \($0.count)" } }

    /// The operations to hint at while the pager shows matches; nil if there are none.
    var hintedAtHits: [HintedOperation]? { search?.count ?? 0 > 0 ? HintedOperation.atHits : nil }
}

extension HintedOperation {
    fileprivate static let atHits = [
        HintedOperation(.nextHit, "next"), HintedOperation(.previousHit, "previous"),
        HintedOperation(.escape, "clear search"), HintedOperation(.help, "keys")
    ]
}
