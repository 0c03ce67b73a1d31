/// Another reader's config file on its way to becoming lede's: what lede does too, in lede's words, and the rest as comments
/// with the reason, so that nothing of the person's work is lost. No command in it is run.
package struct MovedConfig {
    /// Lines of the other file that belong together, and what they are here.
    struct Piece {
        /// The number of the first line there.
        let number: Int
        /// The file that the other one includes, and that they are in; nil for that one itself.
        var file: String?
        let theirs: [String]
        /// What becomes of them; nil where lede has nothing of the kind.
        var ours: [String]?
        var reason: String?

        fileprivate var leftOut: LeftOut? { reason.map { LeftOut(line: number, file: file, reason: $0) } }
    }

    /// Something that lede can't take over.
    package struct LeftOut: Equatable, Sendable {
        /// The number of the line in the other file, or in one that it includes.
        package let line: Int
        package var file: String?
        package let reason: String
    }

    /// What of it lede understands.
    package let config: Config
    private let heading: String
    let pieces: [Piece]

    init(_ pieces: [Piece], heading: String, config: Config) {
        self.pieces = pieces
        self.heading = heading
        self.config = config
    }

    /// What is left out, given what is wrong with the lines that came over.
    package func leftOut(_ problems: [ConfigProblem]) -> [LeftOut] { judged(problems).compactMap(\.leftOut) }

    /// What came over and means something else here, given what there is to say of it.
    package func unlike(_ notes: [ConfigProblem], besides problems: [ConfigProblem]) -> [LeftOut] {
        zip(judged(problems), judged(notes)).compactMap { $0.reason == nil ? $1.leftOut : nil }
    }

    /// The file for lede, with the lines that these problems are in as comments.
    package func text(without problems: [ConfigProblem]) -> String {
        var text = [heading, ""]
        for piece in judged(problems) {
            if let reason = piece.reason {
                text += ["# lede: \(reason)"] + piece.theirs.map { "# \($0)" }
            } else {
                text += piece.ours ?? []
            }
        }
        return text.joined(separator: "\n") + "\n"
    }

    /// The pieces, each with the reason why it can't come over, if there is one.
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

    /// The lines of a file, without what ends them.
    static func lines(of bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }
}
