/// How the loopback server answers a request: properly, or with a scripted misbehaviour.
package indirect enum Answer: Sendable {
    case complete(status: Int, headers: [String: String], body: [UInt8])
    /// Sends nothing until the server is stopped.
    case stall
    /// Sends a body with the right length, one byte at a time.
    case drip([UInt8], every: Int)
    /// Promises the whole body and closes the connection after some bytes of it.
    case cut(after: Int, of: [UInt8])
    /// Sends these bytes unchanged and closes the connection.
    case raw([UInt8])
    /// Sends these bytes unchanged, one at a time, and closes the connection.
    case trickle([UInt8], every: Int)
    /// Sends these bytes unchanged and nothing more.
    case silence(after: [UInt8])
    /// Sends these bytes unchanged and resets the connection.
    case reset(after: [UInt8])
    /// Sends the bytes of `after`, and then the others again and again as long as the client listens.
    case endless([UInt8], after: [UInt8])
    /// Holds the answer back until the gate is open.
    case held(until: Gate, Answer)
    /// Holds the answer back for some seconds, as a server far away does.
    case late(by: Double, Answer)

    package init(_ status: Int, headers: [String: String] = [:], body: [UInt8]) {
        self = .complete(status: status, headers: headers, body: body)
    }

    package init(_ status: Int, headers: [String: String] = [:], body: String = "") {
        self.init(status, headers: headers, body: Array(body.utf8))
    }
}
