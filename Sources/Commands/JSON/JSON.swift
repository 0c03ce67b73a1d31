/// A JSON document that keeps the order of its keys.
indirect enum JSON {
    case null
    case bool(Bool)
    case integer(Int)
    case string(String)
    /// The writer takes elements of a lazy sequence one by one.
    case array(any Sequence<JSON>)
    case object(KeyValuePairs<String, JSON>)
    /// An object made of several lists of members.
    case members([(String, JSON)])

    init(_ text: String?) { self = text.map(JSON.string) ?? .null }

    init(_ number: Int?) { self = number.map(JSON.integer) ?? .null }

    /// The document on one line.
    var text: String {
        var bytes: [UInt8] = []
        var writer = JSONWriter { bytes += $0 }
        writer.write(self)
        writer.finish()
        return String(decoding: bytes, as: UTF8.self)
    }
}
