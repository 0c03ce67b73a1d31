import CCurl

/// How long a transfer has read nothing from its socket, because of others.
struct Waiting {
    var since: ContinuousClock.Instant?
    var before = Duration.zero

    func time(at now: ContinuousClock.Instant) -> Duration { before + (since.map { now - $0 } ?? .zero) }
}

extension Transfer {
    /// Smaller documents never wait. They cost little, and nearly all documents are small.
    private static let large = 512 << 10

    var isLarge: Bool { answer.body.count >= Self.large }

    var isWaiting: Bool { waiting.since != nil }

    /// Stops reading from the socket. What curl has decompressed so far has already been taken.
    func wait() {
        guard !isWaiting else { return }
        waiting.since = .now
        _ = handle.curl.easy_pause(handle.pointer, CURLPAUSE_RECV)
    }

    func goOn() {
        guard let since = waiting.since else { return }
        let now = ContinuousClock.now
        waiting = Waiting(before: waiting.before + (now - since))
        lastNews = now
        _ = handle.curl.easy_pause(handle.pointer, CURLPAUSE_CONT)
    }

    /// Whether it must continue whenever the other does. Documents on a shared connection are interleaved, so an unread
    /// one blocks the others.
    func goesAlong(with other: Transfer) -> Bool {
        self === other || answer.sharesConnection && other.answer.sharesConnection && route.server == other.route.server
    }
}

extension Route {
    /// The URL up to the path.
    fileprivate var server: Substring {
        let parts = url.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count > 3 ? url[..<parts[3].startIndex] : url + "/"
    }
}
