import CCurl

/// How long a transfer has taken nothing from its socket, for the sake of others.
struct Waiting {
    var since: ContinuousClock.Instant?
    var before = Duration.zero

    func time(at now: ContinuousClock.Instant) -> Duration { before + (since.map { now - $0 } ?? .zero) }
}

extension Transfer {
    /// Documents smaller than this never wait: they cost little, and are nearly all there are.
    private static let large = 512 << 10

    var isLarge: Bool { answer.body.count >= Self.large }

    var isWaiting: Bool { waiting.since != nil }

    /// Takes nothing from the socket until it goes on. What curl has unpacked by then has been taken already.
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

    /// Whether it has to go on where the other does: documents that share a connection come interleaved, and while one of
    /// them is left there the others can't be read.
    func goesAlong(with other: Transfer) -> Bool {
        self === other || answer.sharesConnection && other.answer.sharesConnection && route.server == other.route.server
    }
}

extension Route {
    /// The address up to the path.
    fileprivate var server: Substring {
        let parts = url.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count > 3 ? url[..<parts[3].startIndex] : url + "/"
    }
}
