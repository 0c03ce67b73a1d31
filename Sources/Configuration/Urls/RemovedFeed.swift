/// What was taken out of the urls file with a feed, so that it can be put back where it was.
package struct RemovedFeed: Equatable, Sendable {
    package let url: String
    let group: FeedGroup?
    /// The word that began the subscription above it, and how far below that it stood; from the beginning where there is
    /// none.
    let above: String?
    let offset: Int
    /// Its own line and those that set something for it.
    package let lines: String
}

extension RemovedFeed {
    /// The text that it can be kept as, which holds no record separator.
    package var text: String {
        // The line above may hold anything, which where it stands would begin the next field.
        let above = (above ?? "").replacing(Self.separator, with: " ")
        return ["\(offset)", group?.path ?? "", above, url, lines].joined(separator: Self.separator)
            .replacing("\u{1E}", with: " ")
    }

    /// ASCII's sign for this, which no address holds.
    private static let separator = "\u{1F}"

    package init?(text: String) {
        let parts = text.split(separator: Self.separator, maxSplits: 4, omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count == 5, let offset = Int(parts[0]), offset >= 0 else { return nil }
        self.init(
            url: parts[3], group: FeedGroup(path: parts[1]), above: parts[2].isEmpty ? nil : parts[2], offset: offset,
            lines: parts[4])
    }
}

extension UrlsText {
    /// What the file says of a feed or a query, and where; nil where it does not name it.
    package func entry(of url: String) -> RemovedFeed? {
        var text = self
        return text.remove(url)
    }

    /// Takes out a feed with what is set for it; nil where the file does not name it.
    package mutating func remove(_ url: String) -> RemovedFeed? {
        let indices = lines(of: url)
        guard let index = indices.first else { return nil }
        let above = lines[..<index].indices.last { words($0) != nil }
        let removed = RemovedFeed(
            url: url, group: group(at: index), above: above.flatMap { words($0)?.first?.text },
            offset: index - (above ?? 0), lines: String(decoding: take(index).joined(), as: UTF8.self))
        while let index = lines(of: url).first { _ = take(index) }
        return removed
    }

    /// Puts back what was taken out: where it was, if that can still be told, else at the end of its group. Where the
    /// file names the feed again it stays as it is.
    package mutating func restore(_ removed: RemovedFeed) {
        guard lines(of: removed.url).isEmpty else { return }
        let restored = UrlsText(Array(removed.lines.utf8)).lines
        guard let place = place(of: removed) else { return insert([removed.group: restored], in: [removed.group]) }
        if place == lines.count { endLastLine() }
        lines.insert(contentsOf: restored, at: place)
    }

    /// Moves a feed to the end of a group, or to where no group is open.
    package mutating func move(_ url: String, to group: FeedGroup?) -> Bool {
        guard let index = lines(of: url).first else { return false }
        let taken = take(index)
        insert([group: taken], in: [group])
        return true
    }

    /// Moves a feed to the place behind another one, and into its group.
    package mutating func move(_ url: String, behind other: String) -> Bool {
        guard url != other, let index = lines(of: url).first, !lines(of: other).isEmpty else { return false }
        let taken = take(index)
        guard let neighbour = lines(of: other).first else { return false }
        let place = (settings(beneath: neighbour).last?.index ?? neighbour) + 1
        if place == lines.count { endLastLine() }
        lines.insert(contentsOf: taken, at: place)
        return true
    }

    /// Exchanges a feed with the one above it in its group, or below it; false where there is none.
    package mutating func move(_ url: String, up isUp: Bool) -> Bool {
        let feeds = list.feeds
        guard let index = feeds.firstIndex(where: { $0.url == url }) else { return false }
        let other = index + (isUp ? -1 : 1)
        guard feeds.indices.contains(other), feeds[other].group == feeds[index].group else { return false }
        return isUp ? move(feeds[other].url, behind: url) : move(url, behind: feeds[other].url)
    }

    /// Takes out a line and those that set something for it; remarks between them stay.
    private mutating func take(_ index: Int) -> [[UInt8]] {
        let indices = [index] + settings(beneath: index).map(\.index)
        let taken = indices.map { index in
            lines[index].last == UInt8(ascii: "\n") ? lines[index] : lines[index] + line("")
        }
        for index in indices.reversed() { lines.remove(at: index) }
        return taken
    }

    private func group(at index: Int) -> FeedGroup? {
        for index in lines[..<index].indices.reversed() {
            if case .group(let path) = UrlsLine(content(index)) { return FeedGroup(path: path) }
        }
        return nil
    }

    /// As far below the subscription above as it was, but within the same group, and before the next one.
    private func place(of removed: RemovedFeed) -> Int? {
        var start = 0
        if let above = removed.above {
            guard let index = lines.indices.first(where: { words($0)?.first?.text == above }) else { return nil }
            start = index
        }
        let end = lines[min(start + (removed.above == nil ? 0 : 1), lines.count)...].indices.first { words($0) != nil }
        var place = min(start.addingReportingOverflow(removed.offset).partialValue, end ?? lines.count)
        if removed.above != nil { place = max(place, (settings(beneath: start).last?.index ?? start) + 1) }
        return place >= 0 && group(at: place) == removed.group ? place : nil
    }
}
