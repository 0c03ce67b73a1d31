extension Connection {
    /// Sends the answer, and returns whether the connection can take another request.
    func play(_ answer: Answer, to request: LoopbackServer.Request) -> Bool {
        switch answer {
        case .complete(let status, let headers, let body):
            let closes = request.headers["connection"]?.lowercased() == "close"
            let head = AnswerHead(status: status, headers: headers, length: body.count, closes: closes)
            let sendsBody = head.hasBody && request.method != "HEAD"
            return send(head.bytes + (sendsBody ? body : [])) && !closes
        case .stall:
            return hold(until: .never)
        case .drip(let body, let milliseconds):
            return send(AnswerHead(status: 200, length: body.count).bytes) && drip(body, every: milliseconds)
        case .cut(let count, let body):
            _ = send(AnswerHead(status: 200, length: body.count).bytes + body.prefix(count))
            return false
        case .raw(let bytes):
            _ = send(bytes)
            return false
        case .trickle(let bytes, let milliseconds):
            _ = drip(bytes, every: milliseconds)
            return false
        case .silence(let bytes):
            return send(bytes) && hold(until: .never)
        case .reset(let bytes):
            _ = send(bytes)
            socket.resetOnClosing()
            return false
        case .endless(let bytes, let start):
            guard send(start) else { return false }
            while send(bytes) {}
            return false
        case .held(let gate, let answer):
            return hold(for: gate.reach(), until: .never) && play(answer, to: request)
        case .late(let seconds, let answer):
            return hold(until: Deadline(in: seconds)) && play(answer, to: request)
        }
    }

    private func drip(_ body: [UInt8], every milliseconds: Int) -> Bool {
        for byte in body {
            guard hold(until: Deadline(in: Double(milliseconds) / 1000)), send([byte]) else { return false }
        }
        return true
    }
}
