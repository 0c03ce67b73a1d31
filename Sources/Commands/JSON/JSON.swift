/// A JSON document whose keys stand in the order in which they were given.
indirect enum JSON {
    case null
    case bool(Bool)
    case integer(Int)
    case string(String)
    /// Elements of a lazy sequence are made one by one, as they are written.
    case array(any Sequence<JSON>)
    case object(KeyValuePairs<String, JSON>)
    /// An object that is put together from several lists of members.
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
