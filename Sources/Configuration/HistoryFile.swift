import System

/// The user's inputs at prompts of one kind, one per line, the latest last.
package struct HistoryFile: Sendable {
    private let path: String

    /// More than the longest histories take.
    private static let mostBytes = 4 << 20

    package init(path: String) {
        self.path = path
    }

    /// Returns the lines; none if the file doesn't exist or can't be read.
    package func read() -> [String] {
        let bytes = (try? PrivateFiles.read(path, atMost: Self.mostBytes)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Adds an input to the current file and keeps the last `limit` lines.
    package func add(_ text: String, keeping limit: Int) throws {
        let folder = PrivateFiles.parent(of: path)
        try PrivateFiles.makeDirectory(folder)
        try PrivateFiles.withLock(on: folder) {
            let lines = Self.adding(text, to: read(), keeping: limit)
            try PrivateFiles.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path)
        }
    }

    /// Returns the lines with an input added, which then occurs only once.
    package static func adding(_ text: String, to lines: [String], keeping limit: Int) -> [String] {
        (lines.filter { $0 != text } + [text.withoutInvisible]).suffix(max(0, limit))
    }
}
