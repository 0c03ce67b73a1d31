/// What the loopback server does with a request: a proper answer or a scripted misbehaviour.
package indirect enum Answer: Sendable {
    case complete(status: Int, headers: [String: String], body: [UInt8])
    /// Says nothing until the server is stopped.
    case stall
    /// Sends a body with its proper length, one byte at a time.
    case drip([UInt8], every: Int)
    /// Promises the whole body and closes after some bytes of it.
    case cut(after: Int, of: [UInt8])
    /// Sends these bytes as they are and closes.
    case raw([UInt8])
    /// Sends these bytes as they are, one at a time, and closes.
    case trickle([UInt8], every: Int)
    /// Sends these bytes as they are and says nothing more.
    case silence(after: [UInt8])
    /// Sends these bytes as they are and tears the connection down.
    case reset(after: [UInt8])
    /// Sends something after these bytes, again and again for as long as anybody listens.
    case endless([UInt8], after: [UInt8])
    /// Keeps the request waiting until the gate is open.
    case held(until: Gate, Answer)

    package init(_ status: Int, headers: [String: String] = [:], body: [UInt8]) {
        self = .complete(status: status, headers: headers, body: body)
    }

    package init(_ status: Int, headers: [String: String] = [:], body: String = "") {
        self.init(status, headers: headers, body: Array(body.utf8))
    }
}
