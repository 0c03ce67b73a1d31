import FoundationEssentials

extension FolderLine {
    /// Reads a line without its line break; nil if it isn't whole, or nothing that lede writes.
    package init?(_ line: ArraySlice<UInt8>) {
        guard line.count <= Self.longest, let end = Self.end(of: line) else { return nil }
        guard Checksum(line[..<end]).text.utf8.elementsEqual(line[(end + Self.sumStart.count)...].prefix(8)),
            let object = FlatObject(line)
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

    init?(_ object: FlatObject) {
        guard let number = object.numbers["n"], (0...Self.greatest).contains(number),
            let time = object.numbers["t"], (0...Self.greatest).contains(time),
            let content = Self.content(of: object, at: time)
        else { return nil }
        self.init(number, at: time, content)
    }

    private static func content(of object: FlatObject, at time: Int64) -> Content? {
        let value = object.numbers["v"] == 1
        switch object.texts["o"] {
        case "read": return marks(.read, value, object, time)
        case "star": return marks(.star, value, object, time)
        case "delete": return marks(.delete, value, object, time)
        case "tag":
            guard let tag = object.texts["g"], (1...longestTag).contains(tag.utf8.count) else { return nil }
            return marks(.tag(tag), value, object, time)
        case "feed":
            let settings = object.texts["w", default: ""]
            guard let url = object.texts["f"], url.utf8.count <= longestURL, settings.utf8.count <= longestSettings
            else { return nil }
            return .feed(url: url, settings: value ? settings : nil)
        case "about":
            return .about(name: object.texts["name", default: ""], version: object.texts["version", default: ""])
        case "state":
            guard let upTo = object.numbers["u"], let lines = object.numbers["k"],
                (0...greatest).contains(upTo), (0...greatest).contains(lines)
            else { return nil }
            return .state(upTo: upTo, lines: lines)
        default: return .unknown
        }
    }

    private static func marks(
        _ kind: FolderMarkKind, _ value: Bool, _ object: FlatObject, _ time: Int64
    ) -> Content? {
        guard let feed = object.texts["f"], feed.utf8.count <= longestURL,
            let text = object.texts["i"].map({ Array($0.utf8) }), text.count % ItemKey.length == 0,
            let times = times(text.count / ItemKey.length, from: time, object.texts["d"])
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
}
