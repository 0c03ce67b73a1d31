import Dispatch
import Pictures
import System
import Terminal
import ViewModels

/// Draws the pixels of pictures over their blocks when nothing moves, for terminals that show them in no other way.
final class PictureOverlays {
    /// How the terminal takes pixels.
    struct Look: Equatable {
        let isSixel: Bool
        let cell: CellSize
        /// What is behind transparent pixels.
        let background: RGB
    }

    var look: Look? {
        didSet {
            guard look != oldValue else { return }
            drawings = DrawnPixels()
            noteChange()
        }
    }

    private let terminal: Terminal
    /// Returns the decoder, which there is only once pictures are drawn.
    private let decoder: () -> PictureDecoder
    private var drawings = DrawnPixels()
    private var job: (key: DrawnPixels.Key, job: PictureJob)?
    private var lastChange = ContinuousClock.now
    private var awaitsRest = false

    /// The screen counts as at rest after so long without a frame and input.
    private static let rest = Duration.milliseconds(50)

    init(_ terminal: Terminal, decoder: @escaping () -> PictureDecoder) {
        (self.terminal, self.decoder) = (terminal, decoder)
        terminal.tookPicture = { [weak self] in self?.drawIfAtRest() }
    }

    func noteChange() {
        lastChange = .now
        guard look != nil else { return }
        if terminal.hasPictures { waitForRest(Self.rest) } else { drawings = DrawnPixels() }
    }

    private func waitForRest(_ time: Duration) {
        guard !awaitsRest else { return }
        awaitsRest = true
        MainQueue.async(after: .milliseconds(Int((time / .milliseconds(1)).rounded(.up)))) { [weak self] in
            self?.awaitsRest = false
            self?.drawIfAtRest()
        }
    }

    /// Draws one part: the terminal tells when it has taken it.
    private func drawIfAtRest() {
        guard let look else { return }
        let left = Self.rest - (.now - lastChange)
        if left > .zero { return waitForRest(left) }
        let parts = terminal.bareParts(cell: look.cell)
        let keys = parts.map { DrawnPixels.Key($0) }
        if let job, !keys.contains(job.key) { job.job.cancel() }
        for (part, key) in zip(parts, keys) {
            guard let key, let pixels = part.pixels else {
                terminal.cover(part, with: nil, cell: look.cell)
                continue
            }
            guard let drawing = drawings[key, of: pixels] else {
                prepare(key, pixels, look)
                return
            }
            // Nothing is sent for pixels that couldn't be drawn.
            terminal.cover(part, with: drawing.bytes, cell: look.cell)
            if drawing.bytes != nil { break }
        }
        // The next part is made while the terminal takes this one.
        if let next = zip(parts, keys).first(where: { part, key in
            key.map { key in part.pixels.map { drawings[key, of: $0] == nil } ?? false } ?? false
        }), let key = next.1, let pixels = next.0.pixels {
            prepare(key, pixels, look)
        }
    }

    /// Encodes a part, one at a time.
    private func prepare(_ key: DrawnPixels.Key, _ pixels: Pixels, _ look: Look) {
        guard job == nil,
            let cropped = pixels.cropped(columns: key.columns, rows: key.rows)?.filledUp(to: key.size, look.background)
        else { return }
        let finish: @Sendable (Result<[UInt8], PictureFailure>) -> Void = { [weak self] result in
            MainQueue.async { self?.take(result, key, pixels, look) }
        }
        let (columns, rows) = (key.cellColumns, key.cellRows)
        if look.isSixel {
            job = (key, decoder().sixels(of: cropped, background: look.background) { finish($0.map(\.bytes)) })
        } else {
            job = (
                key,
                decoder().png(of: cropped) { png in
                    finish(png.map { Array(ITermPicture.sequence(png: $0, columns: columns, rows: rows).utf8) })
                }
            )
        }
    }

    private func take(
        _ result: Result<[UInt8], PictureFailure>, _ key: DrawnPixels.Key, _ pixels: Pixels, _ look: Look
    ) {
        job = nil
        if look == self.look {
            switch result {
            case .success(let bytes): drawings.insert(bytes, key, of: pixels)
            case .failure(.cancelled): break
            case .failure: drawings.insert(nil, key, of: pixels)
            }
        }
        drawIfAtRest()
    }
}

extension Pixels {
    /// Covers the rest of whole cells, where blocks are.
    fileprivate func filledUp(to area: PixelSize, _ color: RGB) -> Pixels? {
        guard size.width < area.width || size.height < area.height else { return self }
        let pixel = [color.red, color.green, color.blue] + (channels == 4 ? [255] : [])
        let end = [[UInt8]](repeating: pixel, count: max(0, area.width - size.width)).flatMap(\.self)
        let width = max(size.width, area.width)
        var filled: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size.width * channels) {
            filled += bytes[start..<start + size.width * channels] + end
        }
        let row = [[UInt8]](repeating: pixel, count: width).flatMap(\.self)
        for _ in size.height..<max(size.height, area.height) { filled += row }
        return Pixels(
            size: PixelSize(width: width, height: max(size.height, area.height)), channels: channels, bytes: filled)
    }
}

extension BarePart {
    fileprivate var pixels: Pixels? { (picture as? ShownPicture)?.pixels }
}

/// The encoded pixels of parts that were drawn last, in limited memory.
private struct DrawnPixels {
    /// A part of a picture.
    nonisolated struct Key: Hashable, Sendable {
        let id: Int
        let rows: Range<Int>
        let columns: Range<Int>
        let cellRows: Int
        let cellColumns: Int
        let size: PixelSize

        /// Nil if no pixels belong to the part.
        init?(_ part: BarePart) {
            guard let drawn = part.drawn else { return nil }
            (id, rows, columns) = (part.picture.id, drawn.pixelRows, drawn.pixelColumns)
            (cellRows, cellColumns) = (drawn.rows, drawn.columns)
            size = PixelSize(width: drawn.width, height: drawn.height)
        }
    }

    /// Without bytes the part can't be drawn.
    struct Drawing {
        let bytes: [UInt8]?
        fileprivate let pixels: Pixels
    }

    private var drawings = RecentlyUsed<Key, Drawing>(byteLimit: 8 << 20) { $0.bytes?.count ?? 0 }

    subscript(key: Key, of pixels: Pixels) -> Drawing? {
        mutating get { drawings[key].flatMap { $0.pixels == pixels ? $0 : nil } }
    }

    mutating func insert(_ bytes: [UInt8]?, _ key: Key, of pixels: Pixels) {
        drawings.insert(Drawing(bytes: bytes, pixels: pixels), key)
    }
}

nonisolated extension ShownPicture: ScreenPicture {
    var hasBlocks: Bool { blocks != nil }

    func block(row: Int, column: Int) -> PictureBlock {
        guard let blocks, row < blocks.rows, column < blocks.columns else {
            return PictureBlock(character: " ", foreground: nil, background: nil)
        }
        let cell = blocks[row, column]
        return PictureBlock(
            character: cell.character, foreground: cell.foreground.map(TerminalColor.init),
            background: cell.background.map(TerminalColor.init))
    }

    var pixelsToUpload: UploadedPixels? {
        upload.map {
            UploadedPixels(
                compressed: $0.bytes, width: $0.size.width, height: $0.size.height, hasOpacity: $0.hasOpacity)
        }
    }

    var pixelSize: (width: Int, height: Int)? { pixels.map { ($0.size.width, $0.size.height) } }

    // Arrays with the same storage are equal without a look at their elements.
    func looks(like other: any ScreenPicture) -> Bool {
        guard let other = other as? ShownPicture else { return false }
        return blocks == other.blocks && (pixels == nil || other.pixels == nil || pixels == other.pixels)
    }
}

nonisolated extension TerminalColor {
    fileprivate init(_ color: CellPicture.Color) {
        switch color {
        case .rgb(let color): self = .rgb(red: color.red, green: color.green, blue: color.blue)
        case .palette(let number): self = .palette(number)
        }
    }
}
