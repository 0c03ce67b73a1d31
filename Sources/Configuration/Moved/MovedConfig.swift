/// Another reader's config file, converted to lede's: what lede also does as settings, and the rest as comments with
/// the reason, so that none of the user's work is lost. No command in it is run.
package struct MovedConfig {
    /// Lines of the other file that belong together, and their translation.
    struct Piece {
        /// The number of their first line there.
        let number: Int
        /// The included file with these lines; nil for the main file.
        var file: String?
        let theirs: [String]
        /// The translation; nil if lede has nothing similar.
        var ours: [String]?
        var reason: String?

        fileprivate var remark: Remark? { reason.map(remark) }

        fileprivate func remark(_ text: String) -> Remark { Remark(line: number, file: file, text: text) }
    }

    /// A line of the other file, or of a file that it includes, and what the user should know about it.
    package struct Remark: Equatable, Sendable {
        package let line: Int
        package var file: String?
        package let text: String
    }

    /// The part that lede understands.
    package let config: Config
    /// The service that newsboat gets its feeds from, if it has one.
    package let newsboatService: NewsboatService?
    private let heading: String
    let pieces: [Piece]

    init(_ pieces: [Piece], heading: String, config: Config, newsboatService: NewsboatService? = nil) {
        self.newsboatService = newsboatService
        self.pieces = pieces
        self.heading = heading
        self.config = config
    }

    /// Returns what is left out, given the problems of the imported lines.
    package func leftOut(_ problems: [ConfigProblem]) -> [Remark] { judged(problems).compactMap(\.remark) }

    /// Returns imported lines that mean something else here, given the remarks on them.
    package func withOtherMeaning(_ notes: [ConfigProblem], besides problems: [ConfigProblem]) -> [Remark] {
        zip(judged(problems), judged(notes)).compactMap { $0.reason == nil ? $1.remark : nil }
    }

    /// Returns imported lines that let lede run a program, with their text.
    package func runningPrograms(besides problems: [ConfigProblem]) -> [Remark] {
        judged(problems).compactMap { piece in
            guard piece.reason == nil, let ours = piece.ours else { return nil }
            let text = ConfigText(Array(ours.joined(separator: "\n").utf8), path: "")
            let lines = text.lines.filter(\.runsProgram).map { $0.words.map(\.text).joined(separator: " ").oneLine }
            return lines.isEmpty ? nil : piece.remark(lines.joined(separator: "; "))
        }
    }

    /// Returns lede's file, with the lines that have problems as comments.
    package func text(without problems: [ConfigProblem]) -> String {
        var text = [heading, ""]
        for piece in judged(problems) {
            if let reason = piece.reason {
                text += ["# lede: \(reason)"] + piece.theirs.map { "# \($0.withoutInvisible)" }
            } else {
                text += piece.ours ?? []
            }
        }
        return text.joined(separator: "\n") + "\n"
    }

    /// Returns the pieces, each with the reason why it can't be imported, if any.
    private func judged(_ problems: [ConfigProblem]) -> [Piece] {
        var reasons: [Int: String] = [:]
        for problem in problems where reasons[problem.place.line] == nil {
            reasons[problem.place.line] = problem.message.oneLine
        }
        var number = 1
        return pieces.map { piece in
            var piece = piece
            let count = piece.ours?.count ?? 0
            piece.reason = piece.reason ?? (number..<(number + count)).compactMap { reasons[$0] }.first
            number += count
            return piece
        }
    }

    /// Splits a file into lines without their ends.
    static func lines(of bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }
}
