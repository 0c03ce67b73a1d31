import Glibc

/// How far a file is read: behind a whole line.
package struct FilePlace: Equatable, Sendable {
    package let offset: Int
    /// Of the bytes before it.
    package let tail: UInt32

    package init(offset: Int, tail: UInt32) {
        (self.offset, self.tail) = (offset, tail)
    }

    package static let start = FilePlace(offset: 0, tail: 0)
}

/// The size of a file and the time of its last change.
package struct FileVersion: Equatable, Sendable {
    package let size: Int
    /// In nanoseconds since 1970.
    package let changed: Int64

    package init(size: Int, changed: Int64) {
        (self.size, self.changed) = (size, changed)
    }

    init(_ status: stat) {
        size = Int(status.st_size)
        changed = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    }
}

/// Reads the whole and right lines of a file, one after the other. What is torn at its end is left for later; other wrong lines
/// are skipped.
package struct LineReader {
    private let file: OpenFile
    private let decode: (ArraySlice<UInt8>) -> FolderLine?
    /// Bytes from `offset` on that were read ahead, from `cursor` on not yet looked at.
    private var buffer: [UInt8]
    private var cursor: Int
    private var offset: Int
    private var isAtEnd = false
    /// Whether the rest of a line that is too long is being skipped.
    private var isInLongLine = false
    /// Behind the last line that was returned, if the buffer still has it.
    private var end: Int?
    private var lastPlace: FilePlace
    /// Whether the file has other bytes before the place than it had, so that it's read from its start.
    package let isChanged: Bool

    init(_ file: OpenFile, from place: FilePlace, _ decode: @escaping (ArraySlice<UInt8>) -> FolderLine?) {
        self.file = file
        self.decode = decode
        let start = max(0, place.offset - Self.tailLength)
        let tail = file.read(place.offset - start, at: start) ?? []
        isChanged = place != .start && (start + tail.count < place.offset || Checksum(tail[...]).value != place.tail)
        lastPlace = isChanged ? .start : place
        (buffer, offset) = isChanged ? ([], 0) : (tail, start)
        cursor = buffer.count
    }

    /// Where the next reading begins.
    package var place: FilePlace {
        guard let end else { return lastPlace }
        return FilePlace(offset: offset + end, tail: Checksum(buffer[..<end].suffix(Self.tailLength)).value)
    }

    /// The next line; nil at the end.
    package mutating func next() -> FolderLine? {
        while true {
            guard let lineBreak = buffer[cursor...].firstIndex(of: UInt8(ascii: "\n")) else {
                if buffer.count - cursor > FolderLine.longest {
                    isInLongLine = true
                    cursor = buffer.count
                }
                guard fill() else { return nil }
                continue
            }
            let line = buffer[cursor..<lineBreak]
            cursor = lineBreak + 1
            defer { isInLongLine = false }
            if !isInLongLine, let line = decode(line) {
                end = cursor
                return line
            }
        }
    }

    private mutating func fill() -> Bool {
        if isAtEnd { return false }
        drop()
        let next = offset + buffer.count
        guard next < SharedFolder.largest, let more = file.read(Self.chunk, at: next), !more.isEmpty else {
            isAtEnd = true
            return false
        }
        buffer += more
        return true
    }

    /// Forgets what was looked at, except what the next place needs.
    private mutating func drop() {
        lastPlace = place
        end = nil
        let count = max(0, cursor - Self.tailLength)
        buffer.removeSubrange(..<count)
        offset += count
        cursor -= count
    }

    /// What a file is now, and its end.
    static func end(of file: OpenFile) -> (version: FileVersion, place: FilePlace)? {
        guard let status = file.status else { return nil }
        let version = FileVersion(status)
        let start = max(0, version.size - tailLength)
        guard let tail = file.read(version.size - start, at: start) else { return nil }
        return (version, FilePlace(offset: version.size, tail: Checksum(tail[...]).value))
    }

    private static let chunk = 1 << 18
    private static let tailLength = 64
}
