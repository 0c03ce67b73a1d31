/// What has come of an answer so far.
struct PartialAnswer {
    private(set) var status = 0
    private(set) var headers = Headers()
    private(set) var body: [UInt8] = []
    /// Whether all headers have come.
    private(set) var hasHead = false
    /// Why no more is wanted.
    private(set) var excess: FetchFailure?
    /// Whether the rest of a body was left that nobody would have read.
    private(set) var isLeft = false
    private var isHTTP1 = false
    private var headBytes = 0
    private var unreadBytes = 0
    private let limits: Limits
    /// What the bytes of the body are charged to as they come.
    let charge: MemoryCharge

    init(_ limits: Limits, _ budget: MemoryBudget) {
        self.limits = limits
        charge = MemoryCharge(to: budget)
    }

    /// Whether the connection may carry other answers at the same time.
    var sharesConnection: Bool { status > 0 && !isHTTP1 }

    /// Whether nothing but the end of the connection tells that this is all, or not even that: curl takes what a
    /// compressed document begins with for all of it.
    var mayBeCut: Bool {
        guard status != 304 else { return false }
        let hasEnd = headers["content-length"] != nil || headers["transfer-encoding"] != nil
        return isHTTP1 && !hasEnd || isCompressed
    }

    private var isCompressed: Bool { headers["content-encoding"] != nil }

    /// Whether this says to ask somewhere else.
    var isRedirect: Bool { [300, 301, 302, 303, 307, 308].contains(status) && headers["location"] != nil }

    /// Takes in a line, and says whether more is wanted.
    mutating func take(headerLine line: UnsafeRawBufferPointer) -> Bool {
        headBytes += line.count
        if headBytes > limits.headers {
            excess = .headersTooLarge
            return false
        }
        if line.starts(with: "HTTP/".utf8) {
            begin(statusLine: line)
        } else if !hasHead {
            // What comes after the document is no header of it.
            if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
                hasHead = status >= 200
            } else {
                headers.append(line: line)
            }
        }
        return true
    }

    /// Takes in a part of the document, and says whether more is wanted.
    mutating func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard excess == nil else { return false }
        guard (200..<300).contains(status) else { return pass(bytes.count) }
        guard body.count + bytes.count <= limits.size else {
            excess = .tooLarge(limit: limits.size)
            return false
        }
        if body.isEmpty { makeRoom() }
        body.append(contentsOf: bytes)
        charge.add(bytes.count)
        return true
    }

    /// Forgets what has come, and wants no more.
    mutating func giveUp(_ reason: FetchFailure) {
        excess = reason
        clearBody()
    }

    private mutating func clearBody() {
        body.removeAll()
        charge.set(to: 0)
    }

    /// A new status line begins the headers of the next answer, after one that was only for the time being.
    private mutating func begin(statusLine line: UnsafeRawBufferPointer) {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: true)
        isHTTP1 = line.starts(with: "HTTP/1".utf8)
        status = words.count > 1 ? Int(String(decoding: words[1].prefix(3), as: UTF8.self)) ?? 0 : 0
        headers.removeAll()
        clearBody()
        hasHead = false
    }

    /// Lets bytes go by that nobody reads, as long as that is cheaper than a new connection.
    private mutating func pass(_ count: Int) -> Bool {
        unreadBytes += count
        isLeft = unreadBytes > 64 << 10
        return !isLeft
    }

    /// Makes room for as much as the server says that it will send, so that it need not be moved as it grows.
    private mutating func makeRoom() {
        guard let length = headers["content-length"].flatMap({ Int($0) }), length > 0 else { return }
        let room = min(length, limits.size, Self.mostRoom)
        body.reserveCapacity(isCompressed ? min(room * Self.expansion, limits.size, Self.mostRoom) : room)
    }

    /// So many times as long is what feeds are compressed from, mostly a little less.
    private static let expansion = 4

    /// What a server may have us set aside by its word alone.
    private static let mostRoom = 4 << 20
}
