/// A value of JSON. Numbers and words have no meaning in what pages say of themselves.
indirect enum JSONValue: Equatable {
    case string(String)
    case array([JSONValue])
    case object([Member])
    case other

    struct Member: Equatable {
        let key: String
        let value: JSONValue
    }

    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The elements of an array, or the only value.
    var all: [JSONValue] {
        if case .array(let elements) = self { return elements }
        return [self]
    }

    var string: String? {
        if case .string(let text) = self { return text }
        return nil
    }
}
