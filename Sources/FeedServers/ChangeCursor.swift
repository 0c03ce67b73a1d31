import FoundationEssentials

/// Up to where a server has told of its changes. Only the protocol knows the meaning of the text, which is kept.
package struct ChangeCursor: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

/// Up to where a server has told of changes, in seconds by its own clock.
struct TimeCursor: Equatable {
    /// Everything that changed up to here has been told.
    var told: Int
    /// When the last known change was.
    var newest: Int
    /// When that became known, by this machine's clock.
    var seen: Int

    init(told: Int, newest: Int, seen: Int) {
        self.told = told
        self.newest = newest
        self.seen = seen
    }

    /// Nil if it isn't one: a server or a damaged library may give numbers that no clock has.
    init?(_ cursor: ChangeCursor) {
        let numbers = cursor.text.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 3, numbers.allSatisfy(Self.times.contains) else { return nil }
        self.init(told: numbers[0], newest: numbers[1], seen: numbers[2])
    }

    private static let times = -(1 << 40)...(1 << 40)

    var cursor: ChangeCursor { ChangeCursor("\(told) \(newest) \(seen)") }

    /// Since when to ask. A change is told only when its transaction is over, and other changes may be told before, so the
    /// last minute is asked for again. But after a mass mark that would be the same thousands each time, so once nothing
    /// has come for a while, the newest change is left out, too.
    func since(at now: Int) -> Int { told == newest && now - seen > 60 ? newest + 1 : told - 60 }

    /// The cursor after a query that began and ended at these times, and took several answers or one. What changes between
    /// two answers may not be in the second: it is younger than the newest known change was when the query began.
    func after(newest found: Int, pages: Int, began: Int, ended: Int) -> TimeCursor {
        let newest = max(self.newest, found)
        var told = newest
        if pages > 1 { told = min(newest, max(newest - (ended - began) - 1, self.newest + max(0, began - seen))) }
        return TimeCursor(told: max(self.told, told), newest: newest, seen: newest > self.newest ? ended : seen)
    }
}
