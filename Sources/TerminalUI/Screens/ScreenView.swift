import Configuration
import FoundationEssentials
import Terminal
import ViewModels

/// What the terminal shows of one screen, and what the mouse does there.
///
/// A view is made for each use, and holds only the model.
protocol ScreenView {
    init(model: ReaderModel)

    /// The screen in the help's title, after “Keys”.
    static var helpHeading: String { get }
    /// What the page about newsboat's keys calls such screens.
    static var plural: String { get }

    /// The five most important operations, with which the help begins.
    static var firstKeys: [FirstKey] { get }

    // MARK: Drawing

    /// Makes the schedule paint when a property changes that the screen shows.
    func follow(by schedule: PaintSchedule)
    /// Tells the models how much room they have, before drawing.
    func fit(to canvas: Canvas)
    /// Draws the screen, and puts the terminal's cursor there if the screen has the focus.
    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool)
    /// The scroll bar in the last column of a canvas, unless everything is in view.
    func scrollBar(on canvas: Canvas) -> ScrollBar?
    /// The part to paint when only the cursor has moved; empty if it can't be painted separately.
    var cursorPart: StaleParts { get }
    /// What to paint after the cursor has moved; nil for everything.
    func movement(since painted: PaintedCursors) -> ListMovement?

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

extension ScreenView {
    func follow(by schedule: PaintSchedule) {}
    func fit(to canvas: Canvas) {}
    func scrollBar(on canvas: Canvas) -> ScrollBar? { nil }
    var cursorPart: StaleParts { [] }
    func movement(since painted: PaintedCursors) -> ListMovement? { nil }

    var titleRemark: String? { nil }
    var windowTitle: String? { nil }
    var summary: String { "" }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool { false }
    func pressTitle() {}
}

extension Screen {
    /// The view of the screen. A new screen needs its own view and a line here.
    var view: any ScreenView.Type {
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
        case .episodes: EpisodesView.self
        }
    }
}

extension ReaderModel {
    /// The column of dates of a list on a canvas.
    func dates(on canvas: Canvas, at now: Date) -> DateColumn {
        DateColumn(
            at: now, format: session.config.text(.datetimeFormat), isNarrow: DateColumn.isNarrow(canvas.columns))
    }

    /// The view of a screen, by default of the current one.
    func view(of screen: Screen? = nil) -> any ScreenView { (screen ?? self.screen).view.init(model: self) }
}
