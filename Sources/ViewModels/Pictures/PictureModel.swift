import Library
import MainQueue
package import Pictures
import Signals
package import Typesetting

/// The pictures of an article: where they are, how much room they take in the text, and how they look.
@MainActor package final class PictureModel {
    /// What became of a picture that the text needs.
    enum Arrival: Sendable {
        case here(PictureSource, PixelSize?)
        /// The reason, in words for the user.
        case missing(String)

        var isMissing: Bool { if case .missing = self { true } else { false } }
    }

    /// How the terminal shows pictures; nil if it shows none.
    package var screen: PictureScreen? {
        didSet {
            guard screen != oldValue else { return }
            studio.screen = screen
            text.show(begin(images))
        }
    }
    /// Whether the user wants only words for now.
    var isHidden = false {
        didSet { text.show(begin(images)) }
    }
    /// Counts the changes of how pictures look.
    @Published package private(set) var changes = 0
    /// Passes on some pictures by their sources: at once what is kept, and others as they come.
    var supply: @MainActor ([Image], @escaping @MainActor (String, Arrival) -> Void) -> (any Disposable)? = { _, _ in
        nil
    }
    /// Called when the size of a picture is found out.
    var measured: @MainActor (_ source: String, PixelSize) -> Void = { _, _ in }
    /// Called when a picture can't be shown, with the reason.
    var failed: @MainActor (PictureFailure) -> Void = { _ in }

    /// Draws what the terminal needs besides.
    package var decoder: PictureDecoder { studio.decoder }

    private let text: PagerModel
    private let studio = PictureStudio()
    /// The images of the text, and what is known of them by their URLs.
    private(set) var images: [Image] = []
    private var sources: [String] = []
    private var arrivals: [String: Arrival] = [:]
    private let supplying = SerialDisposable()
    private var isRoomDue = false
    /// The picture that has the whole screen.
    private var enlarged: PicturePrint?
    /// What was tried for the page in view, so that nothing is tried again and again.
    private var tried: Set<PicturePrint> = []
    private let scope = ScopedDisposable()

    init(_ text: PagerModel) {
        self.text = text
        text.room = { [weak self] in self?.begin($0) }
        scope.add(
            text.$page.observe { [weak self] _ in
                guard let self, !arrivals.isEmpty else { return }
                tried = []
                work()
            })
        studio.measured = { [weak self] in self?.learn(size: $1, of: $0) }
        studio.drawn = { [weak self] in self?.changes += 1 }
        studio.ended = { [weak self] in self?.end($0, $1) }
    }

    /// Tries again to get what isn't here.
    func tryAgain() {
        if arrivals.values.contains(where: \.isMissing) { text.show(begin(images)) }
    }

    /// How a picture of the text looks so far.
    package func picture(_ figure: Figure) -> ShownPicture? { studio.picture(PicturePrint(figure)) }

    /// Begins with the images of another text, and returns the room for those that are known.
    private func begin(_ images: [Image]) -> PictureRoom? {
        self.images = images
        supplying.release()
        arrivals = [:]
        tried = []
        sources = []
        guard screen != nil, !isHidden else { return nil }
        sources = Self.sources(of: images)
        let supply = supply(shownImages) { [weak self] in self?.receive($1, of: $0) }
        if let supply { supplying.hold(supply) }
        work()
        return room
    }

    private static func sources(of images: [Image]) -> [String] {
        var seen: Set<String> = []
        let sources = images.compactMap(\.source).filter { seen.insert($0).inserted }
        return Array(sources.prefix(most))
    }

    /// More pictures in one text stay words.
    private static let most = 100

    /// The room for the pictures as far as they are known.
    private var room: PictureRoom? {
        guard let screen, !isHidden else { return nil }
        var sizes: [String: PictureRoom.Size?] = [:]
        for source in sources {
            switch arrivals[source] {
            case .missing: break
            case .here(_, let size?): sizes[source] = PictureRoom.Size(size)
            case .here, nil: sizes[source] = .some(nil)
            }
        }
        return PictureRoom(cell: PictureRoom.Size(screen.cell), rows: 1, sizes: sizes)
    }

    private func updateRoom() {
        guard !isRoomDue else { return }
        isRoomDue = true
        // One new layout for all that comes in this turn.
        MainQueue.async { [weak self] in
            guard let self else { return }
            isRoomDue = false
            text.show(room)
        }
    }

    private func receive(_ arrival: Arrival, of source: String) {
        arrivals[source] = arrival
        switch arrival {
        case .missing, .here(_, .some): updateRoom()
        case .here(_, nil): break
        }
        work()
    }

    private func learn(size: PixelSize, of source: String) {
        guard case .here(let file, let known) = arrivals[source], known != size else { return }
        arrivals[source] = .here(file, size)
        measured(source, size)
        updateRoom()
    }

    private func end(_ source: String, _ failure: PictureFailure?) {
        if let failure, case .here = arrivals[source] {
            arrivals[source] = .missing(failure.words)
            failed(failure)
            updateRoom()
        }
        work()
    }

    /// Does what helps most now: the pictures in view, then the sizes of the others, then the pictures nearby.
    private func work() {
        guard !studio.isBusy, screen != nil else { return }
        if draw([enlarged].compactMap(\.self)) || draw(text.visibleFigures.map { PicturePrint($0.figure) }) { return }
        for source in sources {
            if case .here(let file, nil) = arrivals[source] { return studio.measure(file, of: source) }
        }
        _ = draw(text.figuresNearby.map(PicturePrint.init))
    }

    /// The pictures of the text that there are, each once.
    var shownImages: [Image] {
        let images = Dictionary(images.map { ($0.source, $0) }) { first, _ in first }
        return sources.compactMap { source in
            arrivals[source]?.isMissing == true ? nil : images[source]
        }
    }

    /// Returns how a picture looks on the whole screen so far.
    package func enlarged(_ source: String, columns: Int, rows: Int) -> ShownPicture? {
        guard let screen, case .here(_, let size?) = arrivals[source] else { return nil }
        let print = PicturePrint(source, size, filling: (columns, rows), of: screen)
        if enlarged != print {
            enlarged = print
            work()
        }
        return studio.picture(print)
    }

    /// Called when no picture has the whole screen any more.
    func endEnlarging() { enlarged = nil }

    /// The reason why a picture isn't there; nil if it is, or if it isn't one of the text.
    package func obstacle(to source: String) -> String? {
        switch arrivals[source] {
        case .missing(let reason): reason
        case .here: nil
        case nil: sources.contains(source) ? "it isn't here yet" : nil
        }
    }

    /// Draws the first of these pictures that isn't drawn yet; returns false if there is none.
    private func draw(_ prints: [PicturePrint]) -> Bool {
        for print in prints {
            guard case .here(let file, _) = arrivals[print.source], studio.picture(print) == nil,
                tried.insert(print).inserted
            else { continue }
            studio.draw(file, as: print)
            return true
        }
        return false
    }
}

extension PicturePrint {
    init(_ figure: Figure) { self.init(source: figure.source, columns: figure.columns, rows: figure.rows) }

    /// A picture as large as some room. Pixels over cells keep their number.
    fileprivate init(
        _ source: String, _ size: PixelSize, filling room: (columns: Int, rows: Int), of screen: PictureScreen
    ) {
        let cell = screen.cell
        let full = PixelSize(width: max(1, room.columns) * cell.width, height: max(1, room.rows) * cell.height)
        let scale = min(Double(full.width) / Double(size.width), Double(full.height) / Double(size.height))
        let used = screen.form == .overlays ? min(scale, 1) : scale
        func cells(_ pixels: Int, _ cell: Int, _ most: Int) -> Int {
            min(max(1, Int((Double(pixels) * used / Double(cell)).rounded())), max(1, most))
        }
        self.init(
            source: source, columns: cells(size.width, cell.width, room.columns),
            rows: cells(size.height, cell.height, room.rows))
    }
}

extension PictureRoom.Size {
    fileprivate init(_ size: PixelSize) { self.init(width: size.width, height: size.height) }
}
