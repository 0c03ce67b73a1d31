import FoundationEssentials
import Terminal
import ViewModels

/// Everything that the screen shows of one place, and what the mouse does there.
///
/// A view is made for each use, and holds nothing but the model.
protocol PlaceView {
    init(_ model: ReaderModel)

    /// What the help calls the place, behind “Keys”.
    static var helpHeading: String { get }
    /// What the page about newsboat's keys calls places like it.
    static var plural: String { get }

    /// The five keys to know first, which the help begins with.
    static var firstKeys: [FirstKey] { get }

    // MARK: Drawing

    /// Has the schedule paint when something changes that the place shows.
    func follow(by schedule: PaintSchedule)
    /// Tells the models how much room they have, which comes before drawing.
    func fit(to canvas: Canvas)
    /// Draws the place, and puts the terminal's cursor there if the place has the keys.
    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool)
    /// The scroll bar, if not everything is in view.
    func scrollBar(on canvas: Canvas) -> ScrollBar?
    /// What is stale when nothing but the cursor of the place's list has moved; empty where that can't be painted alone.
    var cursorPart: Stale { get }
    /// The rows to paint after the cursor has moved; nil for all.
    func rowsChanged(since painted: PaneCursors) -> Range<Int>?

    // MARK: Words

    /// Where the person is, in the line on top.
    var title: String { get }
    /// What the line on top says behind the title where it has room.
    var titleRemark: String? { get }
    /// Where the person is, in the title of the terminal's window.
    var windowTitle: String? { get }
    /// What the line at the foot says while there is no message.
    var summary: String { get }
    /// The operations that matter now. The first matter most, but for the last, which is always shown.
    var hinted: [HintedOperation] { get }

    // MARK: The mouse

    /// Goes to what is under the mouse, and says whether a second press can open that.
    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool
    /// Does what a press on the title does.
    func pressTitle()
    func scroll(by rows: Int)
    func scroll(toTop row: Int)
}

extension PlaceView {
    func follow(by schedule: PaintSchedule) {}
    func fit(to canvas: Canvas) {}
    func scrollBar(on canvas: Canvas) -> ScrollBar? { nil }
    var cursorPart: Stale { [] }
    func rowsChanged(since painted: PaneCursors) -> Range<Int>? { nil }

    var titleRemark: String? { nil }
    var windowTitle: String? { nil }
    var summary: String { "" }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool { false }
    func pressTitle() {}
    func scroll(by rows: Int) {}
    func scroll(toTop row: Int) {}
}
