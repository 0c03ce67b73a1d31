/// The authors of a feed or item: a list in version 1.1, a single one in version 1.0.
struct JSONFeedAuthors {
    var legacy: [String] = []
    var current: [String] = []

    /// The names of the authors, each once.
    var names: [String] { Array((current.isEmpty ? legacy : current).unique.prefix(Limits.authors)) }
}

extension JSONReader {
    /// Reads authors' names: objects or, against the specification, plain names, single or in a list.
    mutating func authors() throws(Failure) -> [String] {
        var names: [String] = []
        try readEach { reader throws(Failure) in
            if let name = try reader.author()?.prefix(bytes: Limits.name) { names.append(name) }
        }
        return names
    }

    private mutating func author() throws(Failure) -> String? {
        guard peek() == UInt8(ascii: "{") else { return try line() }
        guard try beginObject() else { return nil }
        var name: String?
        while let key = try nextKey() {
            if key == "name" { name = try line() }
        }
        return name
    }
}
