import FeedParser
import FoundationEssentials
import HTTP
import System
import URLs

extension Response {
    /// Reads the answer's JSON. `read` returns nil if the answer lacks what it must have.
    func json<Value>(isChange: Bool = false, _ read: (JSONValue) -> Value?) throws(ServerFailure) -> Value {
        var reader = JSONReader(body[...], deepest: 64)
        guard let json = try? reader.value(), let value = read(json) else { throw notUnderstood(isChange: isChange) }
        return value
    }

    /// Passes on the elements of one list in an object as they come, since they may be many, and returns the object's texts,
    /// numbers and words, with an empty list if it has the list.
    func json(
        eachOf list: String, isChange: Bool = false, _ receive: (JSONValue) -> Void
    ) throws(ServerFailure) -> JSONValue {
        var reader = JSONReader(body[...], deepest: 64)
        guard let json = try? reader.object(eachOf: list, receive) else { throw notUnderstood(isChange: isChange) }
        return json
    }

    /// The elements of a list that an object must have, without those for which `read` returns nil.
    func list<Element>(
        _ name: String, isChange: Bool = false, _ read: (JSONValue) -> Element?
    ) throws(ServerFailure) -> [Element] {
        var elements: [Element] = []
        let json = try json(eachOf: name, isChange: isChange) { if let element = read($0) { elements.append(element) } }
        guard json[name] != nil else { throw notUnderstood(isChange: isChange) }
        return elements
    }

    /// The answer as a word without surrounding space, if it is short enough to be one.
    var word: String {
        guard body.count <= 8 << 10 else { return "" }
        let text = String(decoding: body, as: UTF8.self)
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    func notUnderstood(isChange: Bool) -> ServerFailure {
        guard body.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return .notInForm(isChange: isChange) }
        return ServerFailure(
            .notUnderstood, "the server answered with a web page: check the URL", mayBeDone: isChange)
    }

    /// Reads the number that the server has given to something new.
    func id(named name: String) throws(ServerFailure) -> String {
        try json(isChange: true) { $0[name]?.text.flatMap { Int64($0) == nil ? nil : $0 } }
    }
}

extension JSONReader {
    /// Nil if it isn't an object, its list isn't one, or it has more members than any server writes.
    fileprivate mutating func object(
        eachOf list: String, _ receive: (JSONValue) -> Void
    ) throws(Failure) -> JSONValue? {
        guard try beginObject() else { return nil }
        var members: [JSONValue.Member] = []
        while let key = try nextKey() {
            guard members.count < 1000 else { return nil }
            guard key == list else {
                members.append(JSONValue.Member(key: key, value: try simpleValue()))
                continue
            }
            guard try beginArray() else { return nil }
            while try nextElement() { receive(try value()) }
            members.append(JSONValue.Member(key: key, value: .array([])))
        }
        return .object(members)
    }
}

extension JSONValue {
    /// An object's id and title, which has this name; nil if it lacks one of them.
    func idAndTitle(named name: String = "title") -> (id: String, title: String)? {
        guard let id = self["id"]?.text, let title = self[name]?.string else { return nil }
        return (id, title)
    }

    /// A text unless it is empty.
    var content: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

    /// A time in seconds since 1970; nil if it is none that a date can have.
    var time: Date? { number.flatMap { Date(secondsOfServer: $0) } }

    /// Attached files, in a list or a single one, whose members have these names.
    func enclosures(url: [String], type: String, length: String? = nil) -> [ParsedEnclosure] {
        all.compactMap { file in
            guard let link = url.lazy.compactMap({ file[$0]?.link }).first else { return nil }
            let size = length.flatMap { file[$0]?.integer }.flatMap { $0 > 0 ? $0 : nil }
            return ParsedEnclosure(url: link, type: file[type]?.line, length: size)
        }
    }
}

extension ParsedItem {
    /// An item of a server with what each protocol has.
    init(_ json: JSONValue, link: String? = nil, content: String? = nil) {
        self.init()
        title = json["title"]?.line
        authors = json["author"]?.line.map { [$0] } ?? []
        self.link = link.flatMap { json[$0]?.link }
        self.content = content.flatMap { json[$0]?.content }
    }
}

extension EpisodePosition {
    /// The URL of its file, however that is written.
    var address: String { WebURL(file)?.href ?? file }
}

extension ServerFeed {
    /// A feed whose URLs have these names; nil without its id or its URL.
    init?(_ json: JSONValue, url: String, site: String) {
        guard let id = json["id"]?.text, let link = json[url]?.link, link.isWebAddress else { return nil }
        self.init(id: ServerFeedID(id), url: link, site: json[site]?.link, title: json["title"]?.line)
    }
}

extension [ServerItemID] {
    /// A JSON array of the ids that are numbers.
    var numbersInJSON: String { "[" + compactMap(\.number).map(String.init).joined(separator: ",") + "]" }
}

extension Date {
    /// Reads a server's time in seconds since 1970; nil if it is missing or none that a date can have.
    init?(secondsOfServer seconds: Double) {
        guard seconds > 0, seconds < 100_000_000_000 else { return nil }
        self.init(timeIntervalSince1970: seconds)
    }
}
