/// An entry removed from the urls file, with its position, so that it can be put back.
package struct RemovedFeed: Equatable, Sendable {
    package let url: String
    let group: FeedGroup?
    /// Whether the group's opening line was written for it.
    package var opensGroup = false
    /// Whether the end of the file's last line was written for it.
    package var endsFile = false
    /// The first word of the subscription above it, and the distance from there; from the beginning of the file if
    /// there is none.
    let above: String?
    let offset: Int
    /// The number of remarks above each of its setting lines, where they stayed.
    var gaps: [Int] = []
    /// Its own line and its setting lines, and those of other lines that name it.
    package fileprivate(set) var lines: String
}

extension RemovedFeed {
    /// The entry as a text, for storing.
    package var text: String {
        let offsets = ([offset] + gaps).map { "\($0)" }.joined(separator: " ")
        // No path begins with slashes: one marks an opened group, two an ended file.
        let path = (opensGroup ? "/" : "") + (endsFile ? "//" : "") + (group?.path ?? "")
        // A file may contain anything; a separator in these fields would begin the next one.
        let fields = [offsets, path, above ?? "", url].map { $0.replacing(Self.separator, with: " ") }
        return (fields + [lines]).joined(separator: Self.separator)
    }

    /// ASCII's separator, which no URL contains.
    private static let separator = "\u{1F}"

    package init?(text: String) {
        let parts = text.split(separator: Self.separator, maxSplits: 4, omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count == 5 else { return nil }
        let offsets = parts[0].split(separator: " ").map { Int($0) ?? -1 }
        guard let offset = offsets.first, offsets.allSatisfy({ $0 >= 0 }) else { return nil }
        let marks = parts[1].prefix { $0 == "/" }.count
        self.init(
            url: parts[3], group: FeedGroup(path: parts[1]), opensGroup: marks % 2 == 1, endsFile: marks >= 2,
            above: parts[2].isEmpty ? nil : parts[2], offset: offset, gaps: Array(offsets.dropFirst()),
            lines: parts[4])
    }

    package var isFeed: Bool {
        !isWholeFile && !url.hasPrefix("query:") && !url.hasPrefix(AccountName.beginning)
    }

    /// Whether it is a whole file, not a single feed.
    package var isWholeFile: Bool { url.isEmpty }
}

extension UrlsText {
    /// Returns the entry of a feed or query with its position and the remarks in it; nil if there is none.
    package func entry(of url: String) -> RemovedFeed? { entries(of: [url]).first }

    /// Returns the entries of several, in the order of the file.
    package func entries(of urls: Set<String>) -> [RemovedFeed] {
        var missing = urls
        var entries: [RemovedFeed] = []
        var above: Landmark?
        for landmark in landmarks {
            let index = landmark.index
            if let url = name(of: landmark.word, at: index), missing.remove(url) != nil {
                let end = ownLines(index).last ?? index
                entries.append(
                    RemovedFeed(
                        url: url, group: landmark.group, above: above?.word, offset: index - (above?.index ?? 0),
                        lines: String(decoding: (index...end).flatMap(endedLine), as: UTF8.self)))
            }
            above = landmark
        }
        return entries
    }

    /// Removes a feed with its settings; nil if the file doesn't have it. Remarks stay.
    package mutating func remove(_ url: String) -> RemovedFeed? { remove([url]).first }

    /// Removes several in the order of the file. Each knows its position among the lines that stay, so they are put back
    /// in reverse order.
    package mutating func remove(_ urls: Set<String>) -> [RemovedFeed] {
        var kept: [[UInt8]] = []
        var removed: [RemovedFeed] = []
        var places: [String: Int] = [:]
        var group: FeedGroup?
        var above: (index: Int, word: String)?
        // The entry whose settings follow, and the remarks above the next of them; these don't count below its other lines.
        var (place, gap) = (Int?.none, Int?.none)
        for index in lines.indices {
            switch UrlsLine(content(index)) {
            case .remark: gap = gap.map { $0 + 1 }
            case .setting:
                guard let place else { break }
                removed[place].lines += String(decoding: endedLine(index), as: UTF8.self)
                if let remarks = gap {
                    removed[place].gaps.append(remarks)
                    gap = 0
                }
                continue
            case .group(let path): (group, place) = (FeedGroup(path: path), nil)
            case .words(let words):
                place = nil
                guard let word = words.first?.text, !word.isEmpty else { break }
                guard let url = name(of: word, at: index), urls.contains(url) else {
                    above = (kept.count, word)
                    break
                }
                let text = String(decoding: endedLine(index), as: UTF8.self)
                if let known = places[url] {
                    removed[known].lines += text
                    (place, gap) = (known, nil)
                    continue
                }
                (place, gap) = (removed.count, 0)
                places[url] = place
                removed.append(
                    RemovedFeed(
                        url: url, group: group, above: above?.word, offset: kept.count - (above?.index ?? 0),
                        lines: text))
                continue
            }
            kept.append(lines[index])
        }
        lines = kept
        for index in removed.indices where removed[index].gaps.allSatisfy({ $0 == 0 }) { removed[index].gaps = [] }
        return removed
    }

    /// Removes what an edit wrote, including the group's opening line and the end of the line above if they were
    /// written for it and nothing else uses them.
    package mutating func revert(_ entry: RemovedFeed) {
        if let index = lines(of: entry.url).first { revert(entry, at: index) }
    }

    /// Removes several entries, from the last one on, so that the positions above stay valid.
    package mutating func revert(_ entries: [RemovedFeed]) {
        var places: [String: Int] = [:]
        for index in lines.indices {
            guard let name = words(index)?.first.flatMap({ name(of: $0.text, at: index) }) else { continue }
            if places[name] == nil { places[name] = index }
        }
        let found = entries.compactMap { entry in places[entry.url].map { (index: $0, entry: entry) } }
        for (index, entry) in found.sorted(by: { $0.index > $1.index }) { revert(entry, at: index) }
    }

    private mutating func revert(_ entry: RemovedFeed, at index: Int) {
        _ = cutWithRemarks(index)
        if entry.opensGroup { closeGroup(entry.group, at: index) }
        if entry.endsFile, index >= lines.count { reopenLastLine() }
    }

    /// Removes the line that opens a group above this one if the group is empty.
    private mutating func closeGroup(_ group: FeedGroup?, at index: Int) {
        let opener = index - 1
        guard opener >= 0, case .group(let path) = UrlsLine(content(opener)), FeedGroup(path: path) == group else {
            return
        }
        if index == lines.count || isGroup(index) { lines.remove(at: opener) }
    }

    /// The whole text as an entry written into an empty file.
    package var wholeEntry: RemovedFeed {
        RemovedFeed(url: "", group: nil, above: nil, offset: 0, lines: String(decoding: bytes, as: UTF8.self))
    }

    package mutating func restore(_ removed: RemovedFeed) { restore([removed]) }

    /// Puts entries back, one after the other, unless the file has them again: each at its old position if that can be found,
    /// otherwise at the end of its group.
    package mutating func restore(_ removed: [RemovedFeed]) {
        var known = firstLandmarks
        var names = Set(landmarks.compactMap { name(of: $0.word, at: $0.index) })
        for entry in removed where names.insert(entry.url).inserted { putBack(entry, by: &known) }
    }

    /// Puts an entry back even if the file has the feed.
    package mutating func putBack(_ removed: RemovedFeed) {
        var known = firstLandmarks
        putBack(removed, by: &known)
    }

    /// Looks at all lines only if others have moved since the landmarks were found.
    private mutating func putBack(_ removed: RemovedFeed, by known: inout [String: Landmark]) {
        if let above = removed.above, let index = known[above]?.index, landmark(index) != above {
            known = firstLandmarks
        }
        let restored = UrlsText(Array(removed.lines.utf8)).lines
        guard var place = place(of: removed, by: known) else {
            insert([removed.group: restored], in: [removed.group])
            known = firstLandmarks
            return
        }
        let first = place
        var gaps = ([0] + removed.gaps)[...]
        for line in restored {
            let end = place + min(gaps.popFirst() ?? 0, lines.count - place)
            if (place..<end).allSatisfy({ UrlsLine(content($0)) == .remark }) { place = end }
            if place == lines.count { endLastLine() }
            lines.insert(line, at: place)
            place += 1
        }
        if let word = landmark(first), known[word] == nil {
            known[word] = Landmark(index: first, word: word, group: removed.group)
        }
    }

    /// The number of lines that open a group or end the last one.
    package var groupLineCount: Int { lines.indices.count(where: isGroup) }

    private func isGroup(_ index: Int) -> Bool {
        if case .group = UrlsLine(content(index)) { true } else { false }
    }

    /// Moves a feed to the end of a group, or to where no group is open, with the remarks among its settings.
    package mutating func move(_ url: String, to group: FeedGroup?) -> Bool {
        guard let index = lines(of: url).first else { return false }
        let taken = cutWithRemarks(index)
        insert([group: taken], in: [group])
        return true
    }

    /// Moves a feed right after another one, and into its group.
    package mutating func move(_ url: String, behind other: String) -> Bool {
        guard url != other, let index = lines(of: url).first, !lines(of: other).isEmpty else { return false }
        let taken = cutWithRemarks(index)
        guard let neighbour = lines(of: other).first else { return false }
        let place = (settings(beneath: neighbour).last?.index ?? neighbour) + 1
        if place == lines.count { endLastLine() }
        lines.insert(contentsOf: taken, at: place)
        return true
    }

    /// Moves a feed up or down past another one; false if that is in another group.
    package mutating func move(_ url: String, up isUp: Bool, past other: String) -> Bool {
        let feeds = list.feeds
        guard let feed = feeds.first(where: { $0.url == url }), let neighbour = feeds.first(where: { $0.url == other }),
            feed.group == neighbour.group
        else { return false }
        return isUp ? move(url, before: other) : move(url, behind: other)
    }

    /// Moves the feed itself, not the other one: a step of the journal must record the feed's position.
    private mutating func move(_ url: String, before other: String) -> Bool {
        guard let index = lines(of: url).first else { return false }
        let taken = cutWithRemarks(index)
        guard let place = lines(of: other).first else { return false }
        lines.insert(contentsOf: taken, at: place)
        return true
    }

    /// Removes a line, its setting lines and the remarks between them.
    private mutating func cutWithRemarks(_ index: Int) -> [[UInt8]] {
        let end = (ownLines(index).last ?? index) + 1
        let taken = (index..<end).map(endedLine)
        lines.removeSubrange(index..<end)
        return taken
    }

    /// The line of a feed and its setting lines.
    private func ownLines(_ index: Int) -> [Int] { [index] + settings(beneath: index).map(\.index) }

    private func endedLine(_ index: Int) -> [UInt8] {
        lines[index].last == UInt8(ascii: "\n") ? lines[index] : lines[index] + line("")
    }

    /// The first word of a subscription, by which the place below it is found again. An empty one names nothing.
    private func landmark(_ index: Int) -> String? {
        words(index)?.first.flatMap { $0.text.isEmpty ? nil : $0.text }
    }

    /// A subscription that others are found by, and the group that is open there.
    private struct Landmark {
        let index: Int
        let word: String
        let group: FeedGroup?
    }

    private var landmarks: [Landmark] {
        var (found, group) = ([Landmark](), FeedGroup?.none)
        for index in lines.indices {
            switch UrlsLine(content(index)) {
            case .remark, .setting: break
            case .group(let path): group = FeedGroup(path: path)
            case .words(let words):
                guard let word = words.first?.text, !word.isEmpty else { continue }
                found.append(Landmark(index: index, word: word, group: group))
            }
        }
        return found
    }

    /// By their words, of which the first counts.
    private var firstLandmarks: [String: Landmark] {
        Dictionary(landmarks.map { ($0.word, $0) }) { first, _ in first }
    }

    /// The position as far below the subscription above as before, but within the same group and before the next
    /// subscription.
    private func place(of removed: RemovedFeed, by landmarks: [String: Landmark]) -> Int? {
        var (start, group) = (0, FeedGroup?.none)
        if let above = removed.above {
            guard let found = landmarks[above] else { return nil }
            (start, group) = (found.index, found.group)
        }
        let below = min(start + (removed.above == nil ? 0 : 1), lines.count)
        let end = lines[below...].indices.first { landmark($0) != nil }
        var place = min(start.addingReportingOverflow(removed.offset).partialValue, end ?? lines.count)
        if removed.above != nil { place = max(place, (settings(beneath: start).last?.index ?? start) + 1) }
        guard place >= 0 else { return nil }
        for index in start..<max(start, place) {
            if case .group(let path) = UrlsLine(content(index)) { group = FeedGroup(path: path) }
        }
        return group == removed.group ? place : nil
    }
}
