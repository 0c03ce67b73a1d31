package import Configuration
package import Pictures
import System
package import Terminal
package import ViewModels

/// Finds out how the terminal shows pictures, and lets the model and the terminal know. Nothing waits for an answer.
package final class PictureSupport {
    private let terminal: Terminal
    private let environment: [String: String]
    private let tell: (PictureDisplay?) -> Void
    private var abilities: PictureAbilities
    private var way = PictureWay.no
    private var background = TerminalColor.black
    private var hasBegun = false
    private var hasAskedTmux = false
    private var told: PictureDisplay?
    private lazy var programs = Programs()
    private let decoder: () -> PictureDecoder
    private lazy var overlays = PictureOverlays(terminal, decoder: decoder)

    /// Calls `tell` with each change of what the screen shows: nil means no pictures.
    package init(
        _ terminal: Terminal, environment: [String: String], decoder: @escaping () -> PictureDecoder,
        tell: @escaping (PictureDisplay?) -> Void
    ) {
        (self.terminal, self.environment, self.decoder, self.tell) = (terminal, environment, decoder, tell)
        abilities = PictureAbilities(environment: environment, cell: terminal.cellSize)
        terminal.askSight = { [weak self] in self?.askSight() }
    }

    /// Begins to tell what the terminal shows, which has been asked about itself. Called once the first screen is painted.
    package func begin() {
        hasBegun = true
        update()
    }

    /// Follows the settings and the theme.
    package func apply(_ way: PictureWay, background: TerminalColor) {
        (self.way, self.background) = (way, background)
        update()
    }

    package func learn(_ answer: PictureAnswer) {
        abilities.learn(answer)
        update()
    }

    /// Takes the new size of a cell, which changes with the font. Another terminal may also show tmux now.
    package func handleResize() {
        guard hasAskedTmux else { return }
        if let cell = terminal.cellSize { abilities.learn(cell: cell) }
        update()
        askTmux()
    }

    /// Notes a frame or input, after which pixels have to wait.
    package func noteChange() {
        if case .overlays = told?.form { overlays.noteChange() }
    }

    private func update() {
        guard hasBegun else { return }
        let screen = way == .no || !terminal.showsPictures ? nil : screen
        if screen != nil, !hasAskedTmux {
            hasAskedTmux = true
            askTmux()
        }
        terminal.upload(screen?.form == .uploads ? uploadWay : nil)
        overlays.look = screen?.form == .overlays ? overlayLook : nil
        guard screen != told else { return }
        told = screen
        tell(screen)
    }

    /// tmux answers the questions to the terminal itself, so it is asked for the terminal around it.
    private func askTmux() {
        guard environment["TMUX"]?.isEmpty == false, abilities.isInTmux else { return }
        _ = programs.run(Program(TmuxQuestion.command)) { [weak self] result in
            guard case .success(let answer) = result else { return }
            MainQueue.async { self?.learn(fromTmux: String(decoding: answer, as: UTF8.self)) }
        }
    }

    private func askSight() {
        _ = programs.run(Program(TmuxQuestion.aboutSight(of: environment["TMUX_PANE"]))) { [weak terminal] result in
            let answer = (try? result.get()).map { String(decoding: $0, as: UTF8.self) }
            MainQueue.async { terminal?.learn(isShownByTmux: TmuxQuestion.isShown(answer ?? "")) }
        }
    }

    private func learn(fromTmux answer: String) {
        abilities.learn(fromTmux: String(answer.prefix { $0 != "\n" }))
        update()
    }

    /// The way that the user chose, as far as it is possible.
    private var method: PictureMethod {
        switch way {
        case .auto: abilities.method
        case .kitty: abilities.isInTmux && !abilities.passesThroughTmux ? .blocks : .kitty
        case .sixel: .sixel
        case .iterm: .iterm
        case .blocks, .no: .blocks
        }
    }

    private var screen: PictureDisplay {
        let form: PictureDisplay.Form =
            switch method {
            case .kitty: .uploads
            case .iterm, .sixel: .overlays
            case .blocks: .blocksOnly
            }
        let advises = abilities.lacksPassthrough && [.auto, .kitty].contains(way)
        return PictureDisplay(
            form: form, colors: colors, background: RGB(background),
            cell: PixelSize(width: cell.width, height: cell.height), advice: advises ? Self.advice : nil)
    }

    private static let advice =
        "For sharper pictures, put “set -g allow-passthrough on” into ~/.tmux.conf"

    private var cell: CellSize { abilities.cell ?? .usual }

    private var colors: CellRequest.Colors {
        if terminal.showsAllColors { return .all }
        return terminal.colors >= 256 ? .palette256 : terminal.colors >= 16 ? .palette16 : .palette8
    }

    private var uploadWay: UploadWay {
        let isInTmux = abilities.isInTmux
        return UploadWay(
            throughTmux: isInTmux,
            usesPalette: !terminal.showsAllColors || isInTmux && !abilities.showsAllColorsThroughTmux)
    }

    private var overlayLook: PictureOverlays.Look {
        PictureOverlays.Look(isSixel: method == .sixel, cell: cell, background: RGB(background))
    }
}

extension RGB {
    fileprivate init(_ color: TerminalColor) {
        let channels = color.channels.map { UInt8($0) }
        self.init(red: channels[0], green: channels[1], blue: channels[2])
    }
}
