/// A terminal's answer to what lede asks about pictures.
package nonisolated enum PictureAnswer: Equatable, Sendable {
    case name(TerminalName)
    case cell(CellSize)
    /// Its primary device attributes, which every terminal tells.
    case attributes(hasSixel: Bool)

    /// Parses a report (DCS) without its beginning and end.
    init?(report: String) {
        let report = report.prefix { $0 != "\u{1B}" }
        guard report.hasPrefix(">|"), let name = TerminalName(report.dropFirst(2)) else { return nil }
        self = .name(name)
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
