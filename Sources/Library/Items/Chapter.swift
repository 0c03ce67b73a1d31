package import System
import Typesetting
import URLs

/// A part of an episode.
package struct Chapter: Equatable, Sendable {
    package let start: PlayingTime
    package let title: String
    /// A web page about it.
    package let url: String?

    /// More of an episode aren't read.
    package static let most = 2000
}

extension Article {
    /// The chapters of its recording in order, from the first of these that has any: the list that its feed names by URL, if
    /// somebody has fetched it; the list in the feed itself; the lines of its text that begin with a time.
    package func chapters(inFetched document: [UInt8]? = nil) -> [Chapter] {
        let fetched = document.map { [Chapter](json: $0[...]) } ?? []
        if !fetched.isEmpty { return fetched }
        let listed = listedChapters
        return listed.isEmpty ? chaptersInText : listed
    }

    /// The chapters that the feed itself lists.
    package var listedChapters: [Chapter] {
        episode.chapters.flatMap { $0.hasPrefix("{") ? [Chapter](json: Array($0.utf8)[...]) : nil } ?? []
    }

    /// The URL of its list of chapters; nil if the feed has the list itself, or none. Only playing fetches it, because that
    /// tells its server who listens.
    package var chaptersURL: String? {
        episode.chapters.flatMap { $0.isWebAddress ? $0 : nil }
    }

    /// The chapters in its own text. A single time is none.
    package var chaptersInText: [Chapter] {
        guard recording != nil, !isTranscript else { return [] }
        let lines = Document(html: html).timedLines.prefix(Chapter.most)
        return lines.count < 2
            ? [] : lines.map { Chapter(start: $0.time, title: $0.words.cut, url: nil) }.inOrder
    }
}

extension [Chapter] {
    /// Reads the list of chapters of the podcast namespace (JSON chapters, 1.2). Chapters without a title or a possible time
    /// are left out, and silent ones, and what follows a mistake.
    package init(json document: ArraySlice<UInt8>) {
        self = []
        var reader = JSONReader(document, deepest: 64)
        try? read(&reader)
        self = inOrder
    }

    private mutating func read(_ reader: inout JSONReader) throws(JSONReader.Failure) {
        guard try reader.beginObject() else { return }
        while let key = try reader.nextKey() {
            guard key == "chapters", try reader.beginArray() else { continue }
            while count < Chapter.most, try reader.nextElement() {
                if let chapter = try Self.chapter(&reader) { append(chapter) }
            }
            if count == Chapter.most { return }
        }
    }

    private static func chapter(_ reader: inout JSONReader) throws(JSONReader.Failure) -> Chapter? {
        guard try reader.beginObject() else { return nil }
        var (start, title, url, isSilent) = (PlayingTime?.none, "", String?.none, false)
        while let key = try reader.nextKey() {
            switch key {
            case "startTime": start = try reader.simpleValue().number.flatMap(PlayingTime.init(seconds:))
            case "title": title = try reader.simpleValue().string?.onOneLine.cut ?? ""
            case "url": url = try reader.simpleValue().string?.asStoredAddress
            case "toc": isSilent = try reader.simpleValue().flag == false
            default: try reader.skip()
            }
        }
        guard let start, !title.isEmpty, !isSilent else { return nil }
        return Chapter(start: start, title: title, url: url.flatMap { $0.isWebAddress ? $0 : nil })
    }

    /// Those that begin together stay in their order.
    fileprivate var inOrder: [Chapter] {
        enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }
}
