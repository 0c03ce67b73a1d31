import Configuration
import Files
import Typesetting

extension Verb {
    static let render = Verb(
        name: "render", operands: "[FILE]",
        summary: "set an HTML file in UTF-8, or standard input (“-”), as lines of text",
        options: [
            Option(name: "--width", value: "N", meaning: "cells in a line, 1 to 1000 (the terminal's, but at most 80)"),
            .color,
            Option(name: "--plain", meaning: "no styles, on a terminal either"),
            Option(name: "--base-url", value: "URL", meaning: "the address that it came from")
        ]
    ) { arguments in
        let width = try arguments.width()
        let file = arguments.operands.first ?? "-"
        let html = String(decoding: try file == "-" ? StandardInput.read() : page(file), as: UTF8.self)
        let document = Document(html: html, baseURL: arguments.value(of: "--base-url"))
        let isStyled = arguments.wantsStyles() && !arguments.has("--plain")
        let typesetter = Typesetter(TypesettingOptions(width: width, textWidth: 0, hasStyles: isStyled))
        Output.lines(typesetter.set(Manuscript(document)).lines, isStyled: isStyled)
        return 0
    }

    private static func page(_ file: String) throws(CommandFailure) -> [UInt8] {
        do { return try PrivateFiles.read(file) } catch { throw .failed(error.description) }
    }
}
