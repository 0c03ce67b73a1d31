import Library

/// Whether any server was reached. If none of several was, neither feeds nor pages are at fault.
struct Reach<Element: Sendable>: Sendable {
    private(set) var hasReached = false
    private var hosts: Set<FeedHost> = []
    private var elements: [Element] = []

    mutating func recordReached() { hasReached = true }

    mutating func recordUnreached(_ element: Element, of host: FeedHost) {
        hosts.insert(host)
        elements.append(element)
    }

    /// What failed because there was no network.
    var unreached: [Element] { isNowhere ? elements : [] }

    var isNowhere: Bool { !hasReached && hosts.count >= 2 }
}
