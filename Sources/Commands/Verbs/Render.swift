import Configuration
import Confinement
import Files
import Typesetting

extension Verb {
    static let render = Verb(
        name: "render", operands: "[FILE]",
        summary: "render an HTML file as plain text",
        details: ["Reads FILE, which must be UTF-8. Without FILE, or if FILE is “-”, reads standard input."],
        options: [
            Option(
                name: "--width", value: "N", meaning: "line width, from 1 to 1000 (default: the terminal's, at most 80)"
            ),
            .color,
            Option(name: "--plain", meaning: "no styles, even on a terminal"),
            Option(name: "--base-url", value: "URL", meaning: "URL that the file came from")
        ]
    ) { arguments in
        let width = try arguments.width()
        let file = arguments.operands.first ?? "-"
        let html = String(decoding: try file == "-" ? StandardInput.read() : page(file), as: UTF8.self)
        let isStyled = arguments.wantsStyles() && !arguments.has("--plain")
        Confinement.decoding.begin()
        let document = Document(html: html, baseURL: arguments.value(of: "--base-url"))
        let typesetter = Typesetter(TypesettingOptions(width: width, textWidth: 0, hasStyles: isStyled))
        Output.lines(typesetter.set(Manuscript(document)).lines, isStyled: isStyled)
        return 0
    }

    private static func page(_ file: String) throws(CommandFailure) -> [UInt8] {
        do { return try PrivateFiles.read(file) } catch { throw .failed(error.description) }
    }
}
