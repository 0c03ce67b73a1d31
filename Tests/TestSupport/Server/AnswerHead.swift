/// The lines before a body: those that HTTP/1.1 demands and those that the test overrides.
struct AnswerHead {
    var status: Int
    var headers: [String: String] = [:]
    var length: Int
    var closes = false

    var bytes: [UInt8] {
        var lines = ["HTTP/1.1 \(status) "]
        lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        if statesLength { lines.append("Content-Length: \(length)") }
        if closes { lines.append("Connection: close") }
        return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    }

    /// Whether an answer with this status has a body at all (RFC 9110, 6.4.1).
    var hasBody: Bool { status >= 200 && status != 204 && status != 304 }

    private var statesLength: Bool {
        hasBody && !headers.keys.contains { ["content-length", "transfer-encoding"].contains($0.lowercased()) }
    }
}
