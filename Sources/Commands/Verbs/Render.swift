import Configuration
import Glibc
import Typesetting

extension Verb {
    static let render = Verb(
        name: "render", operands: "[FILE]",
        summary: "set an HTML file in UTF-8, or standard input (“-”), as lines of text",
        options: [
            Option(name: "--width", value: "N", meaning: "cells in a line, 1 to 1000 (the terminal's, but at most 80)"),
            Option(name: "--plain", meaning: "no styles, on a terminal either"),
            Option(name: "--base-url", value: "URL", meaning: "the address that it came from")
        ]
    ) { arguments in
        let width = try width(arguments)
        let file = arguments.operands.isEmpty ? "-" : try arguments.onlyOperand("FILE")
        let html = String(decoding: try file == "-" ? StandardInput.read() : page(file), as: UTF8.self)
        let document = Document(html: html, baseURL: arguments.value(of: "--base-url"))
        let isStyled = isatty(STDOUT_FILENO) == 1 && !arguments.has("--plain")
        let typesetter = Typesetter(TypesettingOptions(width: width, textWidth: 0, hasStyles: isStyled))
        Output.lines(typesetter.set(Manuscript(document)).lines, isStyled: isStyled)
        return 0
    }

    private static let widths = 1...1000

    private static func width(_ arguments: Arguments) throws(CommandFailure) -> Int {
        guard let width = try arguments.number(of: "--width") else { return min(TerminalWidth.columns ?? 80, 80) }
        guard widths.contains(width) else { throw .usage("--width wants a number of cells from 1 to 1000") }
        return width
    }

    private static func page(_ file: String) throws(CommandFailure) -> [UInt8] {
        do { return try PrivateFiles.read(file) } catch { throw .failed(error.description) }
    }
}

/// The terminal that standard output goes to.
private enum TerminalWidth {
    /// How wide it is; nil where standard output is no terminal, or one that doesn't say.
    static var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
