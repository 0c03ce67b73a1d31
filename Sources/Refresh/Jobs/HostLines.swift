import Library

/// What waits for its turn, in a line for each host, so that a host that has enough to do holds up nobody else's.
struct HostLines<Element: Sendable>: Sendable {
    private struct Line: Sendable {
        var waiting: ArraySlice<Element> = []
        var underWay = 0
        /// Whether the host stands in `free`.
        var isFree = false
    }

    private var lines: [FeedHost?: Line] = [:]
    /// The hosts that something waits for and that may be asked, in the order in which they will be: each once and then
    /// the first again.
    private var free: ArraySlice<FeedHost?> = []

    /// What no host is asked for has a line of its own, of which any number may be under way.
    mutating func add(_ element: Element, to host: FeedHost?) {
        lines[host, default: Line()].waiting.append(element)
        list(host)
    }

    /// Takes out the next whose host has less than so many under way.
    mutating func next(atMost limit: Int) -> Element? {
        while let host = free.popFirst() {
            lines[host]?.isFree = false
            guard let line = lines[host], host == nil || line.underWay < limit else { continue }
            guard let element = lines[host]?.waiting.popFirst() else { continue }
            lines[host]?.underWay += 1
            list(host)
            return element
        }
        return nil
    }

    /// Notes that the host is done with one of those that were taken out.
    mutating func leave(_ host: FeedHost?) {
        lines[host]?.underWay -= 1
        list(host)
        forgetIfEmpty(host)
    }

    /// Takes out those that wait for a host and are meant.
    mutating func remove(from host: FeedHost?, where isMeant: (Element) -> Bool) {
        lines[host]?.waiting.removeAll(where: isMeant)
        forgetIfEmpty(host)
    }

    private mutating func list(_ host: FeedHost?) {
        guard let line = lines[host], !line.isFree, !line.waiting.isEmpty else { return }
        lines[host]?.isFree = true
        free.append(host)
    }

    private mutating func forgetIfEmpty(_ host: FeedHost?) {
        if let line = lines[host], line.waiting.isEmpty, line.underWay == 0 { lines[host] = nil }
    }
}
