import Library
package import Pictures
package import Signals
import System
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
    package var display: PictureDisplay? {
        didSet {
            guard display != oldValue else { return }
            studio.display = display
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
        guard display != nil, !isHidden else { return nil }
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
        guard let display, !isHidden else { return nil }
        var sizes: [String: PictureRoom.Size?] = [:]
        for source in sources {
            switch arrivals[source] {
            case .missing: break
            case .here(_, let size?): sizes[source] = PictureRoom.Size(size)
            case .here, nil: sizes[source] = .some(nil)
            }
        }
        return PictureRoom(cell: PictureRoom.Size(display.cell), rows: 1, sizes: sizes)
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
        guard !studio.isBusy, display != nil else { return }
        if draw([enlarged].compactMap(\.self)) || draw(text.visibleFigures.map { PicturePrint($0.figure) }) { return }
        for source in sources {
            if case .here(let file, nil) = arrivals[source] { return studio.measure(file, of: source) }
        }
        _ = draw(text.figuresNearby.map(PicturePrint.init))
    }

    /// The pictures of the text that there are, each once.
    fileprivate var shownImages: [Image] {
        let images = Dictionary(images.map { ($0.source, $0) }) { first, _ in first }
        return sources.compactMap { source in
            arrivals[source]?.isMissing == true ? nil : images[source]
        }
    }

    /// Returns how a picture looks on the whole screen so far.
    package func enlarged(_ source: String, columns: Int, rows: Int) -> ShownPicture? {
        guard let display, case .here(_, let size?) = arrivals[source] else { return nil }
        let print = PicturePrint(source, size, filling: (columns, rows), of: display)
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
        _ source: String, _ size: PixelSize, filling room: (columns: Int, rows: Int), of display: PictureDisplay
    ) {
        let cell = display.cell
        let full = PixelSize(width: max(1, room.columns) * cell.width, height: max(1, room.rows) * cell.height)
        let scale = min(Double(full.width) / Double(size.width), Double(full.height) / Double(size.height))
        let used = display.form == .overlays ? min(scale, 1) : scale
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

/// One picture of an article, as large as the screen.
@MainActor package final class PictureScreen: ReaderPart, ScreenModel, Scrollable {
    unowned let reader: ReaderModel
    let screen = Screen.picture
    /// The picture, and its number among the article's.
    @Published package private(set) var image: Image?
    @Published package private(set) var number = 0

    init(_ reader: ReaderModel) { self.reader = reader }

    package var count: Int { reader.pictures.shownImages.count }

    package func show(_ figure: Figure) {
        guard let index = reader.pictures.shownImages.firstIndex(where: { $0.source == figure.source }) else {
            return
        }
        choose(index)
        reader.backStack.go(to: screen)
    }

    private func choose(_ index: Int) {
        let images = reader.pictures.shownImages
        guard !images.isEmpty else { return }
        let index = min(max(0, index), images.count - 1)
        (image, number) = (images[index], index + 1)
    }

    var link: NumberedLink? {
        guard image?.data == nil else { return nil }
        return image?.source.map { NumberedLink(number: number, address: CleanText.line($0), text: image?.alt ?? "") }
    }

    func enables(_ operation: Operation) -> Bool? {
        switch operation {
        case .down, .pageDown: number < count
        case .up, .pageUp: number > 1
        default: nil
        }
    }

    var content: any Scrollable { self }
    func move(by rows: Int) { choose(number - 1 + rows) }
    func turnPage(by pages: Int) { move(by: pages) }
    func turnHalfPage(by pages: Int) { move(by: pages) }
    func goToTop() { choose(0) }
    func goToEnd() { choose(.max) }
    func go(toRow row: Int) { choose(row) }
    func scroll(by rows: Int) { move(by: rows.signum()) }
    func scroll(toTop row: Int) {}
}

/// A picture in the size and forms in which a screen shows it.
package struct ShownPicture: Sendable {
    /// Pixels, compressed for the terminal.
    package struct Upload: Sendable {
        package let bytes: [UInt8]
        package let size: PixelSize
        package let hasOpacity: Bool

        package init(bytes: [UInt8], size: PixelSize, hasOpacity: Bool) {
            (self.bytes, self.size, self.hasOpacity) = (bytes, size, hasOpacity)
        }
    }

    /// The same for the same picture in the same size.
    package let id: Int
    package let columns: Int
    package let rows: Int
    /// Nil until they are drawn.
    package var blocks: CellPicture?
    /// For a screen that wants uploads; nil until it is made.
    package var upload: Upload?
    /// For a screen that wants overlays; nil until they are there.
    package var pixels: Pixels?

    package init(id: Int, columns: Int, rows: Int) {
        (self.id, self.columns, self.rows) = (id, columns, rows)
    }

    /// About the memory that it takes.
    var byteCount: Int {
        columns * rows * MemoryLayout<CellPicture.Cell>.stride + (upload?.bytes.count ?? 0) + (pixels?.bytes.count ?? 0)
    }
}

/// What pictures need to know of the screen.
package struct PictureDisplay: Equatable, Sendable {
    /// What the screen shows besides blocks.
    package enum Form: Sendable {
        case blocksOnly
        /// Compressed pixels, once for each picture.
        case uploads
        /// Pixels over the cells, when nothing moves.
        case overlays
    }

    package var form: Form
    package var colors: CellRequest.Colors
    /// What is behind transparent pixels.
    package var background: RGB
    /// The size of a cell in pixels, or a usual one if the terminal doesn't tell.
    package var cell: PixelSize
    /// What would let the terminal show more than blocks, for the status line; nil if nothing would.
    package var advice: String?

    package init(
        form: Form, colors: CellRequest.Colors, background: RGB, cell: PixelSize, advice: String? = nil
    ) {
        (self.form, self.colors, self.background, self.cell) = (form, colors, background, cell)
        self.advice = advice
    }
}

/// Draws pictures off the main queue, one after the other, and keeps those that were shown last.
@MainActor private final class PictureStudio {
    /// What pictures are drawn for. Those for another screen are forgotten.
    var display: PictureDisplay? {
        didSet {
            guard display != oldValue else { return }
            prints.removeAll()
            ids = [:]
        }
    }
    /// Called when a picture's size is known.
    var measured: (_ source: String, PixelSize) -> Void = { _, _ in }
    /// Called when a picture looks better than before.
    var drawn: () -> Void = {}
    /// Called after each piece of work, with the reason if it failed. Then there may be more to do.
    var ended: (_ source: String, PictureFailure?) -> Void = { _, _ in }
    private(set) var isBusy = false

    // Nothing is loaded before the first picture.
    private(set) lazy var decoder = PictureDecoder()
    private var prints = RecentlyUsed<PicturePrint, ShownPicture> { $0.byteCount }
    /// A picture that is drawn again keeps its id, so that a terminal that has it needn't get it again.
    private var ids: [PicturePrint: Int] = [:]
    private var lastID = 0

    /// How a picture looks so far.
    func picture(_ print: PicturePrint) -> ShownPicture? { prints[print] }

    /// Finds out the size of a picture.
    func measure(_ file: PictureSource, of source: String) { begin(source, nil) { $0.measure(file) } }

    func draw(_ file: PictureSource, as print: PicturePrint) {
        let picture = ShownPicture(id: id(of: print), columns: print.columns, rows: print.rows)
        begin(print.source, print) { $0.draw(file, as: picture) }
    }

    private func id(of print: PicturePrint) -> Int {
        if let id = ids[print] { return id }
        lastID += 1
        ids[print] = lastID
        return lastID
    }

    private func begin(_ source: String, _ print: PicturePrint?, work: (PrintMaking) -> Void) {
        guard let display, !isBusy else { return }
        isBusy = true
        work(
            PrintMaking(decoder: decoder, display: display) { progress in
                MainQueue.async { [weak self] in self?.handle(progress, of: source, print, for: display) }
            })
    }

    private func handle(
        _ progress: PrintMaking.Progress, of source: String, _ print: PicturePrint?, for display: PictureDisplay
    ) {
        switch progress {
        case .measured(let size): measured(source, size)
        case .drawn(let picture):
            guard let print, display == self.display else { return }
            prints.insert(picture, print)
            drawn()
        case .ended(let failure):
            isBusy = false
            ended(source, failure)
        }
    }
}

/// What was used last, in limited memory: what nobody asked for the longest goes first.
package struct RecentlyUsed<Key: Hashable, Value> {
    private let limit: Int
    private let byteCount: (Value) -> Int
    private var entries: [Key: (value: Value, lastUse: Int)] = [:]
    private var uses = 0
    private var total = 0

    package init(byteLimit: Int = 32 << 20, byteCount: @escaping (Value) -> Int) {
        (limit, self.byteCount) = (byteLimit, byteCount)
    }

    /// What is kept for the key. Asking counts as a use.
    package subscript(key: Key) -> Value? {
        mutating get {
            guard let entry = entries[key] else { return nil }
            uses += 1
            entries[key]?.lastUse = uses
            return entry.value
        }
    }

    /// Keeps a value, unless it takes more than all the room.
    package mutating func insert(_ value: Value, _ key: Key) {
        remove(key)
        let bytes = byteCount(value)
        guard bytes <= limit else { return }
        while total + bytes > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key {
            remove(oldest)
        }
        uses += 1
        entries[key] = (value, uses)
        total += bytes
    }

    package mutating func remove(_ key: Key) {
        total -= entries.removeValue(forKey: key).map { byteCount($0.value) } ?? 0
    }

    package mutating func removeAll() {
        entries = [:]
        total = 0
    }
}

/// A picture in some cells of the screen.
struct PicturePrint: Hashable {
    /// The picture's URL.
    let source: String
    let columns: Int
    let rows: Int
}

/// Draws one picture: first as blocks, then in the form that the screen wants.
struct PrintMaking: Sendable {
    enum Progress: Sendable {
        case measured(PixelSize)
        case drawn(ShownPicture)
        /// Nothing more comes; the reason if it failed.
        case ended(PictureFailure?)
    }

    let decoder: PictureDecoder
    let display: PictureDisplay
    /// Called on the decoder's queue.
    let tell: @Sendable (Progress) -> Void

    /// Finds out the size of a picture.
    func measure(_ file: PictureSource) {
        decode(file, fitting: PixelSize(width: 16, height: 16)) { _ in tell(.ended(nil)) }
    }

    func draw(_ file: PictureSource, as picture: ShownPicture) {
        let room = PixelSize(width: picture.columns * display.cell.width, height: picture.rows * display.cell.height)
        decode(file, fitting: room) { drawBlocks($0, picture) }
    }

    private func decode(
        _ file: PictureSource, fitting room: PixelSize, goOn: @escaping @Sendable (Pixels) -> Void
    ) {
        decoder.decode(file, fitting: room) { result in
            goOnOrEnd(result) { decoded in
                tell(.measured(decoded.original))
                goOn(decoded.pixels)
            }
        }
    }

    private func drawBlocks(_ pixels: Pixels, _ picture: ShownPicture) {
        let request = CellRequest(
            columns: picture.columns, rows: picture.rows, colors: display.colors, background: display.background)
        decoder.cells(of: pixels, request) { result in
            goOnOrEnd(result) { blocks in
                var picture = picture
                picture.blocks = blocks
                if display.form == .overlays { picture.pixels = pixels }
                tell(.drawn(picture))
                if display.form == .uploads { compress(pixels, picture) } else { tell(.ended(nil)) }
            }
        }
    }

    private func compress(_ pixels: Pixels, _ picture: ShownPicture) {
        decoder.compress(pixels) { result in
            goOnOrEnd(result) { bytes in
                var picture = picture
                picture.upload = ShownPicture.Upload(bytes: bytes, size: pixels.size, hasOpacity: pixels.channels == 4)
                tell(.drawn(picture))
                tell(.ended(nil))
            }
        }
    }

    private func goOnOrEnd<Made>(_ result: Result<Made, PictureFailure>, goOn: (Made) -> Void) {
        switch result {
        case .success(let made): goOn(made)
        case .failure(let failure): tell(.ended(failure))
        }
    }
}
