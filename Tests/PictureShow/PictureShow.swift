import Configuration
import Dispatch
import Foundation
import Pictures
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
