import FeedParser
import HTTP

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
}
