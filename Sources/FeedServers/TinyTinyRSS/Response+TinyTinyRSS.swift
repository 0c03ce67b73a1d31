import FeedParser
import HTTP

/// Whether an operation succeeded stands in the answer; the status is always 200.
extension Response {
    var saysNotLoggedIn: Bool { (try? tinyTinyRSSError) == "NOT_LOGGED_IN" }

    /// Reads what the operation answers.
    func content<Value>(
        isChange: Bool = false, _ read: (inout JSONReader) throws(JSONReader.Failure) -> Value?
    ) throws(ServerFailure) -> Value {
        switch try tinyTinyRSSError {
        case nil: break
        case "LOGIN_ERROR", "NOT_LOGGED_IN": throw .loginRefused
        case "API_DISABLED": throw ServerFailure(.busy, "the API is off: switch it on in tt-rss's settings")
        case "FEED_NOT_FOUND": throw ServerFailure(.gone, "the server has no such feed")
        case let error?: throw ServerFailure(.rejected, "the server answered “\(error)”")
        }
        return try json(isChange: isChange) { reader throws(JSONReader.Failure) in
            guard try reader.beginObject() else { return nil }
            var value: Value?
            while let key = try reader.nextKey() {
                if key == "content" { value = try read(&reader) } else { try reader.skip() }
            }
            return value
        }
    }

    /// The name of the error, nil after success.
    private var tinyTinyRSSError: String? {
        get throws(ServerFailure) {
            let (status, error) = try json { reader throws(JSONReader.Failure) in try reader.tinyTinyRSSStatus() }
            if status == 0 { return nil }
            // It is the server's, so it may be anything.
            let isName = error.utf8.count <= 40 && error.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
            return isName ? error : "error \(Int(exactly: status) ?? 1)"
        }
    }
}

extension JSONReader {
    fileprivate mutating func tinyTinyRSSStatus() throws(Failure) -> (status: Double, error: String)? {
        guard try beginObject() else { return nil }
        var status: Double?
        var error: String?
        while let key = try nextKey() {
            switch key {
            case "status": status = try number()
            case "content": error = try member("error")
            default: try skip()
            }
        }
        return status.map { ($0, error ?? "UNKNOWN") }
    }
}
