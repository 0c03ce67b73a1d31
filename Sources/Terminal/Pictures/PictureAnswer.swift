/// A terminal's answer to what lede asks about pictures.
package nonisolated enum PictureAnswer: Equatable, Sendable {
    case name(TerminalName)
    /// It knows kitty's graphics protocol.
    case kittyGraphics
    case cell(CellSize)
    /// Its primary device attributes, which every terminal tells.
    case attributes(hasSixel: Bool)

    /// Parses a report (DCS or APC) without its beginning and end.
    init?(report: String) {
        let report = report.prefix { $0 != "\u{1B}" }
        if report.hasPrefix(">|"), let name = TerminalName(report.dropFirst(2)) {
            self = .name(name)
        } else if report.hasPrefix("Gi=\(PictureQuery.number);") {
            // Other messages are errors: of a terminal that knows the protocol but not the question.
            guard report.hasSuffix(";OK") else { return nil }
            self = .kittyGraphics
        } else {
            return nil
        }
    }

    /// Parses a sequence without its `ESC [`.
    init?(sequence: ArraySlice<UInt8>) {
        let body = String(decoding: sequence.dropLast(), as: UTF8.self)
        switch sequence.last {
        case UInt8(ascii: "c") where body.hasPrefix("?"):
            self = .attributes(hasSixel: body.dropFirst().split(separator: ";").dropFirst().contains("4"))
        case UInt8(ascii: "t"):
            let numbers = body.split(separator: ";").map { Int($0) }
            guard numbers.count == 3, numbers[0] == 6, let height = numbers[1], let width = numbers[2],
                let size = CellSize(width: width, height: height)
            else { return nil }
            self = .cell(size)
        default: return nil
        }
    }
}

/// What lede asks a terminal about pictures.
nonisolated enum PictureQuery {
    /// Marks the answer to the question about kitty's protocol.
    static let number = 31

    /// The name, kitty's graphics, the size of a cell, and last what every terminal answers.
    static func sequences(inScreen: Bool) -> String {
        // GNU screen would show the question.
        let kitty = inScreen ? "" : "\u{1B}_Gi=\(number),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        return "\u{1B}[>q\(kitty)\u{1B}[16t\u{1B}[c"
    }
}
