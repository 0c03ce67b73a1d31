import FoundationEssentials
import Terminal
import ViewModels

/// What the screen shows of one place, and what the mouse does there.
///
/// A view is made for each use, and holds only the model.
protocol PlaceView {
    init(_ model: ReaderModel)

    /// The place in the help's title, after “Keys”.
    static var helpHeading: String { get }
    /// What the page about newsboat's keys calls such places.
    static var plural: String { get }

    /// The five most important operations, with which the help begins.
    static var firstKeys: [FirstKey] { get }

    // MARK: Drawing

    /// Makes the schedule paint when a property changes that the place shows.
    func follow(by schedule: PaintSchedule)
    /// Tells the models how much room they have, before drawing.
    func fit(to canvas: Canvas)
    /// Draws the place, and puts the terminal's cursor there if the place has the focus.
    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool)
    /// The scroll bar in the last column of a canvas, unless everything is in view.
    func scrollBar(on canvas: Canvas) -> ScrollBar?
    /// The part to paint when only the cursor has moved; empty if it can't be painted separately.
    var cursorPart: Stale { get }
    /// What to paint after the cursor has moved; nil for everything.
    func movement(since painted: PaneCursors) -> ListMovement?

    // MARK: Words

    /// Where the user is, for the top line.
    var title: String { get }
    /// What the top line adds to the title if there is room.
    var titleRemark: String? { get }
    /// Where the user is, for the title of the terminal's window.
    var windowTitle: String? { get }
    /// The bottom line while there is no message.
    var summary: String { get }
    /// The operations to hint at, most important first. The last one is always shown.
    var hinted: [HintedOperation] { get }

    // MARK: The mouse

    /// Chooses what is under the mouse, and returns whether a second press can open it.
    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool
    /// Handles a press on the title.
    func pressTitle()
}

extension PlaceView {
    func follow(by schedule: PaintSchedule) {}
    func fit(to canvas: Canvas) {}
    func scrollBar(on canvas: Canvas) -> ScrollBar? { nil }
    var cursorPart: Stale { [] }
    func movement(since painted: PaneCursors) -> ListMovement? { nil }

    var titleRemark: String? { nil }
    var windowTitle: String? { nil }
    var summary: String { "" }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool { false }
    func pressTitle() {}
}

extension Place {
    /// The view of the place. A new place needs its own view and a line here.
    var view: any PlaceView.Type {
        switch self {
        case .welcome: WelcomeView.self
        case .feeds: FeedsView.self
        case .items: ItemsView.self
        case .article: ArticleView.self
        case .picture: PictureView.self
        case .links: LinksView.self
        case .failures: FailuresView.self
        case .information: InformationView.self
        case .help: HelpView.self
        case .history: HistoryView.self
        }
    }
}

extension ReaderModel {
    /// The view of a place, by default of the current one.
    func view(of place: Place? = nil) -> any PlaceView { (place ?? self.place).view.init(self) }
}
