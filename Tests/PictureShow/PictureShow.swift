import Configuration
import Dispatch
import Foundation
import Pictures
import System
import Terminal
import Typesetting
import ViewModels

@testable import TerminalUI

/// A text with photos on the terminal, and keys to scroll, to cover them and to choose the way.
final class PictureShow {
    private let terminal: Terminal
    private let count: Int
    private var screen: PictureDisplay?
    private var photos: [ShownPicture] = []
    private var top = 0
    private var hasPopup = false
    private var typed = ""
    private lazy var maker = PhotoMaker { [unowned self] photo in
        photos = photos.map { $0.id == photo.id ? photo : $0 }
        paint()
    }
    private lazy var support = PictureSupport(
        terminal, environment: ProcessInfo.processInfo.environment, decoder: { [unowned self] in maker.decoder }
    ) { [unowned self] in
        screen = $0
        photos = $0.map { maker.make(count, for: $0) } ?? []
        paint()
    }
    private lazy var events = TerminalEvents { [unowned self] in handle($0) }

    init(photos count: Int) throws {
        self.count = count
        terminal = try Terminal(
            TerminalDevice(ProcessInfo.processInfo.environment), usesColor: true, width: CellWidth.of)
    }

    func run() -> Never {
        support.apply(.auto, background: .black)
        terminal.inputIsDue = { [unowned self] in handle(.input) }
        paint()
        terminal.askAboutItself()
        support.begin()
        _ = events
        terminal.stream.serve(handle)
    }

    private func handle(_ event: TerminalEvents.Event) {
        switch event {
        case .input:
            support.noteChange()
            for input in terminal.readInput() { handle(input) }
        case .resized:
            terminal.fitToWindow()
            support.handleResize()
            paint()
        case .ended(let code): end(code)
        default: break
        }
    }

    private func handle(_ input: TerminalInput) {
        switch input {
        case .pictures(let answer): support.learn(answer)
        case .key(.character(let character)):
            typed.append(character)
            perform(character)
        case .key(let key): typed += "<\(key)>"
        default: break
        }
        paint()
    }

    private func perform(_ key: Character) {
        switch key {
        case "j": top += 1
        case "k": top -= 1
        case " ": top += 10
        case "p": hasPopup.toggle()
        case "c": terminal.clear()
        case "K": support.apply(.kitty, background: .black)
        case "S": support.apply(.sixel, background: .black)
        case "I": support.apply(.iterm, background: .black)
        case "B": support.apply(.blocks, background: .black)
        case "N": support.apply(.no, background: .black)
        case "l":
            terminal.lend(emptied: false)
            terminal.enter()
        case "q": end(0)
        default: break
        }
    }

    private func paint() {
        terminal.erase()
        terminal.hideCursor()
        let whole = Canvas(terminal)
        whole.write("\(screen.map { "\($0.form)" } ?? "none") \(screen?.advice ?? "")", row: 0, column: 0)
        let text = whole.part(row: 1, rows: whole.rows - 2)
        for row in 0..<text.rows { text.write("line \(top + row)", row: row, column: 0) }
        for (number, photo) in photos.enumerated() {
            text.draw(photo, row: 1 + number * (photo.rows + 2) - top, column: 12)
        }
        if hasPopup {
            for row in 4..<7 { text.write("[ a message over it ]", row: row, column: 16, style: CellStyle(.reverse)) }
        }
        whole.write("keys: \(typed)", row: whole.rows - 1, column: 0)
        terminal.present()
        support.noteChange()
    }

    private func end(_ code: Int32) -> Never {
        terminal.leave()
        exit(code)
    }
}

/// Makes photos in the forms that a screen wants.
final class PhotoMaker {
    let decoder = PictureDecoder()
    private let changed: (ShownPicture) -> Void
    /// For another screen everything is made again, and what comes late is for the one before.
    private var generation = 0

    static let (columns, rows) = (30, 14)

    init(changed: @escaping (ShownPicture) -> Void) {
        self.changed = changed
    }

    func make(_ count: Int, for screen: PictureDisplay) -> [ShownPicture] {
        generation += 1
        return (0..<count).map { number in
            let picture = ShownPicture(id: generation << 16 | number, columns: Self.columns, rows: Self.rows)
            guard let pixels = Self.photo(number, cell: screen.cell) else { return picture }
            drawBlocks(of: pixels, for: picture, on: screen)
            return picture
        }
    }

    private func drawBlocks(of pixels: Pixels, for picture: ShownPicture, on screen: PictureDisplay) {
        let request = CellRequest(
            columns: picture.columns, rows: picture.rows, colors: screen.colors, background: screen.background)
        decoder.cells(of: pixels, request) { [weak self] blocks in
            MainQueue.async {
                var picture = picture
                picture.blocks = try? blocks.get()
                if screen.form == .overlays { picture.pixels = pixels }
                self?.take(picture)
                if screen.form == .uploads { self?.compress(pixels, for: picture) }
            }
        }
    }

    private func compress(_ pixels: Pixels, for picture: ShownPicture) {
        decoder.compress(pixels) { [weak self] bytes in
            MainQueue.async {
                guard let bytes = try? bytes.get() else { return }
                var picture = picture
                picture.upload = ShownPicture.Upload(bytes: bytes, size: pixels.size, hasOpacity: false)
                self?.take(picture)
            }
        }
    }

    private func take(_ picture: ShownPicture) {
        if picture.id >> 16 == generation { changed(picture) }
    }

    /// A red field with a white frame, a green disc and a bar of noise: easy to recognise, but no smooth area.
    private static func photo(_ number: Int, cell: PixelSize) -> Pixels? {
        let size = PixelSize(width: columns * cell.width, height: rows * cell.height)
        var noise = UInt32(number + 1)
        var bytes: [UInt8] = []
        for row in 0..<size.height {
            for column in 0..<size.width {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let grain = UInt8(noise >> 28)
                let edge = min(row, column, size.height - 1 - row, size.width - 1 - column)
                let (y, x) = (row * 2 - size.height, column * 2 - size.width)
                if edge < 4 {
                    bytes += [255, 255, 255]
                } else if x * x + y * y < size.height * size.height / 2 {
                    bytes += [grain, 160 + grain, 40]
                } else {
                    bytes += [200, UInt8(column * 120 / size.width) + grain, grain]
                }
            }
        }
        return Pixels(size: size, channels: 3, bytes: bytes)
    }
}
