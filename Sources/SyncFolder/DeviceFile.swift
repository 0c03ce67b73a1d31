import Glibc
import System

/// A file with lines of a device, by its name. Names of other programs' copies begin in the same way.
package struct DeviceFile: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case about
        case state(Int)
        case lines(Int)
    }

    package let name: String
    package let kind: Kind

    /// Nil for names of other files.
    package init?(name: String) {
        guard !name.hasPrefix("."), name.hasSuffix(".jsonl"), name.utf8.count <= 255 else { return nil }
        if name.hasPrefix("about") {
            kind = .about
        } else if name.hasPrefix("state-"), let number = Self.number(name.dropFirst(6)) {
            kind = .state(number)
        } else if let number = Self.number(name[...]) {
            kind = .lines(number)
        } else {
            return nil
        }
        self.name = name
    }

    package init(_ kind: Kind) {
        self.kind = kind
        name = Self.name(of: kind)
    }

    /// The name that its owner gave it, which a copy doesn't have.
    package var ownName: String { Self.name(of: kind) }

    private static func name(of kind: Kind) -> String {
        switch kind {
        case .about: "about.jsonl"
        case .state(let number): "state-\(digits(number)).jsonl"
        case .lines(let number): "\(digits(number)).jsonl"
        }
    }

    private static func digits(_ number: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, 6 - text.count)) + text
    }

    /// The number of six to nine digits that a text begins with.
    private static func number(_ text: Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        return (6...9).contains(digits.count) ? Int(digits) : nil
    }

    /// The greatest number. No device has written so much.
    package static let greatest = 999_999_999
}

extension DeviceFile: Comparable {
    /// A state comes before the lines that follow it.
    package static func < (one: DeviceFile, other: DeviceFile) -> Bool {
        one.order == other.order ? one.name < other.name : one.order < other.order
    }

    private var order: (Int, Int) {
        switch kind {
        case .about: (-1, 0)
        case .state(let number): (number, 1)
        case .lines(let number): (number, 0)
        }
    }
}

/// The name of a device's folder: 16 hex digits.
package struct DeviceID: Hashable, Comparable, Sendable {
    package let text: String

    /// A new one.
    package init() { text = UInt64.random(in: .min ... .max).hexadecimal }

    /// Nil if the text isn't one.
    package init?(_ text: String) {
        guard text.utf8.count == 16, text.utf8.allSatisfy({ $0.isHexadecimalDigit && !$0.isUppercase })
        else { return nil }
        self.text = text
    }

    package static func < (one: DeviceID, other: DeviceID) -> Bool { one.text < other.text }
}

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
package struct FolderFileVersion: Equatable, Sendable {
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
    static func end(of file: OpenFile) -> (version: FolderFileVersion, place: FilePlace)? {
        guard let status = file.status else { return nil }
        let version = FolderFileVersion(status)
        let start = max(0, version.size - tailLength)
        guard let tail = file.read(version.size - start, at: start) else { return nil }
        return (version, FilePlace(offset: version.size, tail: Checksum(tail[...]).value))
    }

    private static let chunk = 1 << 18
    private static let tailLength = 64
}
