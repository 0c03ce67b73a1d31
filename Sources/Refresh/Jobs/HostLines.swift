import Library

/// A queue for each host, so that a busy host doesn't delay feeds of others.
struct HostLines<Element: Sendable>: Sendable {
    private struct Line: Sendable {
        var waiting: ArraySlice<Element> = []
        var underWay = 0
        /// Whether the host is in `free`.
        var isFree = false
    }

    private var lines: [FeedHost?: Line] = [:]
    /// The hosts with waiting elements that may be used, in turn.
    private var free: ArraySlice<FeedHost?> = []

    /// Elements without a host have their own queue, without a limit.
    mutating func add(_ element: Element, to host: FeedHost?) {
        lines[host, default: Line()].waiting.append(element)
        list(host)
    }

    /// Removes and returns the next element whose host is below the limit.
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

    /// Records that a host has finished one element.
    mutating func leave(_ host: FeedHost?) {
        lines[host]?.underWay -= 1
        list(host)
        forgetIfEmpty(host)
    }

    /// Removes the matching elements that wait for a host.
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
