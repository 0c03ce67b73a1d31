import FeedParser
import FoundationEssentials
import HTTP

/// JSON to send.
enum JSONText {
    static func string(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": json += "\\\(scalar)"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }

    /// An array of the ids that are numbers.
    static func numbers(_ ids: [ServerItemID]) -> String {
        "[" + ids.compactMap(\.number).map(String.init).joined(separator: ",") + "]"
    }
}

extension Response {
    /// Reads the answer's JSON. `read` returns nil if the answer lacks what it must have.
    func json<Value>(
        isChange: Bool = false, _ read: (inout JSONReader) throws(JSONReader.Failure) -> Value?
    ) throws(ServerFailure) -> Value {
        var reader = JSONReader(body[...], deepest: 64)
        do throws(JSONReader.Failure) {
            if let value = try read(&reader) { return value }
        } catch {
            throw notUnderstood(isChange: isChange)
        }
        throw notUnderstood(isChange: isChange)
    }

    /// The answer as a word without surrounding space, if it is short enough to be one.
    var word: String {
        guard body.count <= 8 << 10 else { return "" }
        let text = String(decoding: body, as: UTF8.self)
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    func notUnderstood(isChange: Bool) -> ServerFailure {
        let isPage = body.first { $0 > 0x20 } == UInt8(ascii: "<")
        let reason =
            isPage
            ? "the server answered with a web page: check the URL"
            : "the server's answer isn't in the protocol's form"
        return ServerFailure(.notUnderstood, reason, mayBeDone: isChange)
    }

    /// Reads the number that the server has given to something new.
    func id(named name: String) throws(ServerFailure) -> String {
        try json(isChange: true) { reader throws(JSONReader.Failure) in
            guard try reader.beginObject() else { return nil }
            var id: String?
            while let key = try reader.nextKey() {
                if key == name { id = try reader.text() }
            }
            return id.flatMap { Int64($0) == nil ? nil : $0 }
        }
    }
}

extension JSONReader {
    /// Reads the list with this name in an object, without the elements for which `read` returns nil; nil without the
    /// list.
    mutating func members<Element>(
        named name: String, read: (inout JSONReader) throws(Failure) -> Element?
    ) throws(Failure) -> [Element]? {
        guard try beginObject() else { return nil }
        var elements: [Element]?
        while let key = try nextKey() {
            if key == name { elements = try self.elements(read) } else { try skip() }
        }
        return elements
    }

    /// Reads an array, without the elements for which `read` returns nil; nil if it isn't one.
    mutating func elements<Element>(
        _ read: (inout JSONReader) throws(Failure) -> Element?
    ) throws(Failure) -> [Element]? {
        guard try beginArray() else { return nil }
        var elements: [Element] = []
        while try nextElement() {
            if let element = try read(&self) { elements.append(element) }
        }
        return elements
    }

    /// Reads an object with an id and a title, which has this name; nil if it lacks one of them.
    mutating func idAndTitle(named name: String = "title") throws(Failure) -> (id: String, title: String)? {
        guard try beginObject() else { return nil }
        var (id, title): (String?, String?)
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case name: title = try string()
            default: try skip()
            }
        }
        guard let id, let title else { return nil }
        return (id, title)
    }

    /// Reads a member of an object as text; nil if the value is something else.
    mutating func member(_ name: String) throws(Failure) -> String? {
        guard try beginObject() else { return nil }
        var text: String?
        while let key = try nextKey() {
            if key == name { text = try self.text() }
        }
        return text
    }
}

extension Date {
    /// Reads a server's time in seconds since 1970; nil if it is missing or none that a date can have.
    init?(secondsOfServer seconds: Double) {
        guard seconds > 0, seconds < 100_000_000_000 else { return nil }
        self.init(timeIntervalSince1970: seconds)
    }
}
