import FoundationEssentials
import System

/// A line of a device's files.
package struct FolderLine: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case marks(FolderMarks)
        /// The settings of a feed, one a line; nil if it isn't subscribed to any more.
        case feed(url: String, settings: String?)
        case about(name: String, version: String)
        /// The first line of a state: the last number that it includes, and how many lines it has.
        case state(upTo: Int64, lines: Int64)
        /// What only a newer lede understands.
        case unknown
    }

    package let number: Int64
    /// In milliseconds since 1970.
    package let time: Int64
    package let content: Content

    package init(_ number: Int64, at time: Int64, _ content: Content) {
        (self.number, self.time, self.content) = (number, time, content)
    }

    /// The most bytes that a line may have.
    package static let longest = 65_536
    /// The greatest time and number: beyond it not all programs can read a number in JSON.
    package static let greatest: Int64 = 1 << 53
    /// The most bytes of a feed's URL, of a tag, and of a feed's settings.
    package static let (longestURL, longestTag, longestSettings) = (8192, 1000, 16_384)
}

/// One mark of items of a feed, each with its time.
package struct FolderMarks: Equatable, Sendable {
    package struct Entry: Equatable, Sendable {
        package let key: ItemKey
        package let time: Int64

        package init(_ key: ItemKey, at time: Int64) {
            (self.key, self.time) = (key, time)
        }
    }

    package let kind: FolderMarkKind
    package let value: Bool
    package let feed: String
    /// The earliest first.
    package let entries: [Entry]

    package init(_ kind: FolderMarkKind, _ value: Bool, in feed: String, _ entries: [Entry]) {
        (self.kind, self.value, self.feed) = (kind, value, feed)
        self.entries = entries.sorted { $0.time < $1.time }
    }

    /// The most items of a line.
    package static let most = 1000
}

package enum FolderMarkKind: Hashable, Sendable {
    case read
    case star
    case queue
    case heard
    case delete
    case tag(String)
    /// Where playing stopped, which only lines and registers say.
    case position(FolderPosition?)
}

/// How far an episode was played, and how long it is if that is known, in milliseconds.
package struct FolderPosition: Hashable, Sendable {
    package let position: Int64
    package let duration: Int64?

    /// What no recording has becomes the nearest that one can have.
    package init(_ position: Int64, of duration: Int64?) {
        self.position = min(max(0, position), Self.longest)
        self.duration = duration.flatMap { (1...Self.longest).contains($0) ? $0 : nil }
    }

    private static let longest: Int64 = 1 << 40
}

extension FolderLine {
    /// Reads a line without its line break; nil if it isn't whole, or nothing that lede writes.
    package init?(_ line: ArraySlice<UInt8>) {
        guard line.count <= Self.longest, let end = Self.end(of: line) else { return nil }
        guard Checksum(line[..<end]).text.utf8.elementsEqual(line[(end + Self.sumStart.count)...].prefix(8)),
            let object = JSONValue(ofLine: line)
        else { return nil }
        self.init(object)
    }

    /// Where the field with the checksum begins.
    private static func end(of line: ArraySlice<UInt8>) -> Int? {
        let end = line.endIndex - sumStart.count - 10
        guard end > line.startIndex, line[end...].starts(with: sumStart) else { return nil }
        return end
    }

    private static let sumStart = Array(",\"s\":\"".utf8)

    init?(_ object: JSONValue) {
        guard let number = object["n"]?.wholeNumber, (0...Self.greatest).contains(number),
            let time = object["t"]?.wholeNumber, (0...Self.greatest).contains(time),
            let content = Self.content(of: object, at: time)
        else { return nil }
        self.init(number, at: time, content)
    }

    private static func content(of object: JSONValue, at time: Int64) -> Content? {
        let value = object["v"]?.wholeNumber == 1
        switch object["o"]?.string {
        case "read": return marks(.read, value, object, time)
        case "star": return marks(.star, value, object, time)
        case "queue": return marks(.queue, value, object, time)
        case "heard": return marks(.heard, value, object, time)
        case "delete": return marks(.delete, value, object, time)
        case "tag":
            guard let tag = object["g"]?.string, (1...longestTag).contains(tag.utf8.count) else { return nil }
            return marks(.tag(tag), value, object, time)
        case "position":
            guard value, let position = object["p"]?.wholeNumber else { return nil }
            return marks(.position(FolderPosition(position, of: object["l"]?.wholeNumber)), value, object, time)
        case "feed":
            let settings = object["w"]?.string ?? ""
            guard let url = object["f"]?.string, url.utf8.count <= longestURL, settings.utf8.count <= longestSettings
            else { return nil }
            return .feed(url: url, settings: value ? settings : nil)
        case "about":
            return .about(name: object["name"]?.string ?? "", version: object["version"]?.string ?? "")
        case "state":
            guard let upTo = object["u"]?.wholeNumber, let lines = object["k"]?.wholeNumber,
                (0...greatest).contains(upTo), (0...greatest).contains(lines)
            else { return nil }
            return .state(upTo: upTo, lines: lines)
        default: return .unknown
        }
    }

    private static func marks(
        _ kind: FolderMarkKind, _ value: Bool, _ object: JSONValue, _ time: Int64
    ) -> Content? {
        guard let feed = object["f"]?.string, feed.utf8.count <= longestURL,
            let text = object["i"]?.string.map({ Array($0.utf8) }), text.count % ItemKey.length == 0,
            let times = times(text.count / ItemKey.length, from: time, object["d"]?.string)
        else { return nil }
        var entries: [FolderMarks.Entry] = []
        for (index, start) in stride(from: 0, to: text.count, by: ItemKey.length).enumerated() {
            guard let key = ItemKey(text[start..<start + ItemKey.length]) else { return nil }
            entries.append(FolderMarks.Entry(key, at: times[index]))
        }
        return .marks(FolderMarks(kind, value, in: feed, entries))
    }

    private static func times(_ count: Int, from start: Int64, _ delays: String?) -> [Int64]? {
        guard count <= FolderMarks.most else { return nil }
        guard let delays else { return Array(repeating: start, count: count) }
        guard let bytes = Data(base64Encoded: delays) else { return nil }
        var times: [Int64] = []
        var (time, number, shift) = (start, Int64(0), 0)
        for byte in bytes {
            guard shift < 56 else { return nil }
            number |= Int64(byte & 0x7F) << shift
            shift += 7
            guard byte & 0x80 == 0 else { continue }
            time += number
            guard time <= greatest else { return nil }
            times.append(time)
            (number, shift) = (0, 0)
        }
        return times.count == count && shift == 0 ? times : nil
    }

    /// The line with its checksum and line break.
    package var bytes: [UInt8] {
        var line = LineWriter()
        line.add("n", number)
        line.add("t", time)
        switch content {
        case .marks(let marks): line.add(marks)
        case .feed(let url, let settings):
            line.add("o", "feed")
            line.add("v", settings == nil ? 0 : 1)
            line.add("f", url)
            if let settings { line.add("w", settings) }
        case .about(let name, let version):
            line.add("o", "about")
            line.add("name", name)
            line.add("version", version)
        case .state(let upTo, let lines):
            line.add("o", "state")
            line.add("u", upTo)
            line.add("k", lines)
        case .unknown: preconditionFailure("lede doesn't write what it doesn't understand")
        }
        return line.finish()
    }
}

extension JSONValue {
    /// Reads an object that anybody may have written; nil if it isn't JSON, or is nested too deeply.
    init?(ofLine bytes: ArraySlice<UInt8>) {
        var reader = JSONReader(bytes, deepest: 8, longestText: FolderLine.longest, tolerance: .escapes)
        guard let value = try? reader.value(), case .object = value, reader.isAtEnd else { return nil }
        self = value
    }

    /// A greater or broken number counts as 0.
    var wholeNumber: Int64? { if case .number(let digits) = self { Int64(digits) ?? 0 } else { nil } }
}

/// Writes one flat JSON object.
struct LineWriter {
    private var bytes: [UInt8] = []

    mutating func add(_ name: String, _ number: Int64) {
        begin(name)
        bytes.append(contentsOf: "\(number)".utf8)
    }

    mutating func add(_ name: String, _ text: String) {
        begin(name)
        bytes += text.quotedForJSON.utf8
    }

    mutating func finish() -> [UInt8] {
        let sum = Checksum(bytes[...]).text
        add("s", sum)
        return bytes + Array("}\n".utf8)
    }

    private mutating func begin(_ name: String) {
        bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
        bytes.append(contentsOf: "\"\(name)\":".utf8)
    }

    mutating func add(_ marks: FolderMarks) {
        switch marks.kind {
        case .read: add("o", "read")
        case .star: add("o", "star")
        case .queue: add("o", "queue")
        case .heard: add("o", "heard")
        case .delete: add("o", "delete")
        case .tag(let tag):
            add("o", "tag")
            add("g", tag)
        case .position(let position):
            add("o", "position")
            add("p", position?.position ?? 0)
            if let duration = position?.duration { add("l", duration) }
        }
        add("v", marks.value ? 1 : 0)
        add("f", marks.feed)
        var keys: [UInt8] = []
        var delays: [UInt8] = []
        var last = marks.entries.first?.time ?? 0
        var differ = false
        for entry in marks.entries {
            entry.key.append(to: &keys)
            differ = differ || entry.time != last
            Self.append(UInt64(entry.time - last), to: &delays)
            last = entry.time
        }
        add("i", String(decoding: keys, as: UTF8.self))
        if differ { add("d", Data(delays).base64EncodedString()) }
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// What devices know an item of a feed by: the beginnings of two hashes, of its identity and of its link.
package struct ItemKey: Hashable, Sendable {
    /// 48 bits, with a sign.
    package let identity: Int64
    /// 36 bits; 0 without a link.
    package let link: Int64

    package init(identity: Int64, link: Int64) {
        (self.identity, self.link) = (identity, link)
    }
}

extension ItemKey {
    /// From the hashes of the library.
    package init(identityHash: Int64, linkHash: Int64?) {
        identity = identityHash >> 16
        link = linkHash.map { Int64(UInt64(bitPattern: $0) >> 28) } ?? 0
    }

    /// The number of its characters in a line.
    static let length = 14

    private static let identityLength = 8
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Six bits a character, as in Base64.
    func append(to text: inout [UInt8]) {
        for shift in stride(from: 42, through: 0, by: -6) { text.append(Self.digits[Int(identity >> shift & 63)]) }
        for shift in stride(from: 30, through: 0, by: -6) { text.append(Self.digits[Int(link >> shift & 63)]) }
    }

    /// Nil if the text has other characters.
    init?(_ text: ArraySlice<UInt8>) {
        guard let identity = Self.number(text.prefix(Self.identityLength)),
            let link = Self.number(text.dropFirst(Self.identityLength))
        else { return nil }
        self.init(identity: (identity << 16) >> 16, link: link)
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Int64? {
        var number: Int64 = 0
        for character in text {
            guard let digit = digit(character) else { return nil }
            number = number << 6 | Int64(digit)
        }
        return number
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

/// The CRC-32 of IEEE 802.3, against torn lines.
package struct Checksum: Equatable, Sendable {
    package let value: UInt32

    package init(_ bytes: ArraySlice<UInt8>) {
        value = ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ Self.table[Int(($0 ^ UInt32($1)) & 0xFF)] }
    }

    /// Eight hex digits.
    package var text: String { value.hexadecimal }

    private static let table: InlineArray<256, UInt32> = {
        var table = InlineArray<256, UInt32>(repeating: 0)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
            table[index] = value
        }
        return table
    }()
}

/// When a register was written. The later one wins; of two at the same time, what is set or further on, whoever wrote
/// it.
package enum Stamp {
    /// The time of a change of a register: after what is in it, so that who has seen that and changes it wins, whatever the clocks
    /// say.
    package static func time(_ now: Int64, after last: Int64?) -> Int64 {
        max(0, min(max(now, (last ?? -1) + 1), FolderLine.greatest))
    }
}
