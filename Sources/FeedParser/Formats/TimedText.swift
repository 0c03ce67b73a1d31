import HTML
import System

/// The words of an episode's transcript as HTML: paragraphs that begin with their time, and with a name where somebody else
/// speaks.
///
/// Reads WebVTT, SubRip, podcasts' JSON and plain text. Which one it is shows in its first bytes, as servers name them
/// carelessly. Work and memory grow in proportion to the document, whatever it contains.
package struct TimedText: Equatable, Sendable {
    package let html: String
    /// The number of letters, 0 if it has no words.
    package let letters: Int

    /// Nil if the document is HTML or no text.
    package init?(_ document: [UInt8], contentType: String? = nil) {
        guard let text = try? DecodedDocument(document, contentType: contentType).bytes, !text.prefix(1024).contains(0)
        else { return nil }
        let start = text.drop { $0.isSpace }
        var paragraphs = TimedParagraphs()
        switch start.first {
        case UInt8(ascii: "<"): return nil
        // What comes before a mistake is better than nothing.
        case UInt8(ascii: "{"): try? SegmentReader.read(start, into: &paragraphs)
        default:
            var captions = CaptionReader()
            captions.read(start)
            if !captions.hasTimes, !start.starts(with: "WEBVTT".utf8) {
                html = Paragraphs.html(of: String(decoding: start, as: UTF8.self))
                letters = start.count { $0.beginsLetter }
                return
            }
            paragraphs = captions.paragraphs
        }
        paragraphs.finish()
        (html, letters) = (String(decoding: paragraphs.html, as: UTF8.self), paragraphs.letters)
    }
}

extension UInt8 {
    /// Whether a visible character begins here, and doesn't go on.
    fileprivate var beginsLetter: Bool { self > 0x20 && self & 0xC0 != 0x80 }
}

/// Joins what is said to paragraphs. One ends where somebody else speaks, at a pause, or with a sentence if it is long.
private struct TimedParagraphs {
    private(set) var html: [UInt8] = []
    private(set) var letters = 0
    private var text: [UInt8] = []
    private var lettersOfText = 0
    private var start = PlayingTime(milliseconds: 0)
    /// When the last words end; the greatest number if nobody says so.
    private var end: Int64 = 0
    private var speaker: String?
    /// Whose name was written last.
    private var named: String?

    private static let pause: Int64 = 2000
    /// In letters. The longest ends without a sentence, too.
    private static let (long, longest) = (600, 2400)

    /// Adds words that begin and end at some time. Without a name, the same person goes on.
    mutating func add(_ words: some Sequence<UInt8>, from start: PlayingTime, to end: PlayingTime?, by name: String?) {
        let isOver =
            name != nil && name != speaker || start < self.start || start.milliseconds - self.end >= Self.pause
        if isOver || lettersOfText >= Self.longest || lettersOfText >= Self.long && endsSentence { finish() }
        if text.isEmpty { self.start = start } else { text.append(UInt8(ascii: " ")) }
        for byte in words {
            text.append(byte)
            if byte.beginsLetter { lettersOfText += 1 }
        }
        speaker = name ?? speaker
        self.end = end.map { max($0, start).milliseconds } ?? .max
    }

    mutating func finish() {
        defer { (text, lettersOfText) = ([], 0) }
        guard lettersOfText > 0 else { return }
        html += "<p><small>\(start)</small> ".utf8
        if var name = speaker, name != named {
            named = name
            html += "<b>".utf8
            name.withUTF8 { html.append(escaping: $0) }
            html += ":</b> ".utf8
        }
        text.withUnsafeBufferPointer { html.append(escaping: $0) }
        html += "</p>\n".utf8
        letters += lettersOfText
    }

    private var endsSentence: Bool {
        let end = String(decoding: text.suffix(16), as: UTF8.self).unicodeScalars.reversed()
        guard let last = end.first(where: { !"\"'”’»)]」".unicodeScalars.contains($0) }) else { return false }
        return ".!?…。！？".unicodeScalars.contains(last)
    }
}

/// Reads the JSON of the podcast namespace, and that of speech recognition, which is alike.
private enum SegmentReader {
    static func read(
        _ document: ArraySlice<UInt8>, into paragraphs: inout TimedParagraphs
    ) throws(JSONReader.Failure) {
        var reader = JSONReader(document, deepest: 64)
        guard try reader.beginObject() else { return }
        while let key = try reader.nextKey() {
            guard key == "segments", try reader.beginArray() else { continue }
            var time = PlayingTime(milliseconds: 0)
            while try reader.nextElement() { try readSegment(&reader, after: &time, into: &paragraphs) }
        }
    }

    /// Reads a part of the text: a sentence, or a single word. Without a time, it begins with the one before it.
    private static func readSegment(
        _ reader: inout JSONReader, after time: inout PlayingTime, into paragraphs: inout TimedParagraphs
    ) throws(JSONReader.Failure) {
        guard try reader.beginObject() else { return }
        var (end, words, name) = (PlayingTime?.none, "", String?.none)
        while let key = try reader.nextKey() {
            switch key {
            case "startTime", "start":
                time = try reader.simpleValue().number.flatMap(PlayingTime.init(seconds:)) ?? time
            case "endTime", "end": end = try reader.simpleValue().number.flatMap(PlayingTime.init(seconds:))
            case "body", "text": words = try reader.simpleValue().string?.collapsed ?? ""
            case "speaker": name = try reader.simpleValue().text?.collapsed.unlessBlank
            default: try reader.skip()
            }
        }
        if !words.isEmpty { paragraphs.add(words.utf8, from: time, to: end, by: name) }
    }
}

/// Reads WebVTT and SubRip, which are alike in all that lede uses. Lines that no time stands above are names and notes.
private struct CaptionReader {
    /// A line of a caption, or a part of it that somebody else says.
    private struct Part: Equatable {
        let speaker: String?
        let words: String
    }

    private(set) var paragraphs = TimedParagraphs()
    private(set) var hasTimes = false
    private var (start, end) = (PlayingTime(milliseconds: 0), PlayingTime(milliseconds: 0))
    private var isInCaption = false
    private var speaker: String?
    private var parts: [Part] = []
    /// The caption before.
    private var former: (parts: [Part], end: Int64) = ([], 0)

    /// In milliseconds. After a longer pause, words are said again.
    private static let rollingGap: Int64 = 500
    /// As many lines at most roll up together.
    private static let mostRolling = 4

    mutating func read(_ document: ArraySlice<UInt8>) {
        let newline = UInt8(ascii: document.contains(UInt8(ascii: "\n")) ? "\n" : "\r")
        var rest = document
        while !rest.isEmpty {
            let end = rest.firstIndex(of: newline) ?? rest.endIndex
            let line = rest[..<end]
            add(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
            rest = rest[end...].dropFirst()
        }
        finishCaption()
    }

    private mutating func add(_ line: ArraySlice<UInt8>) {
        if let times = times(in: line) {
            // SubRip numbers its captions, and some have no blank line before the number.
            if isInCaption, let last = parts.last, last.words.utf8.allSatisfy(\.isDigit) { parts.removeLast() }
            finishCaption()
            (hasTimes, isInCaption) = (true, true)
            start = times.start ?? end
            end = max(start, times.end ?? start)
        } else if line.isEmpty {
            finishCaption()
        } else if isInCaption {
            readParts(of: line)
        }
    }

    /// The times of a caption; nil if this is no line with times. An impossible one is nil, too, such as a negative time.
    private func times(in line: ArraySlice<UInt8>) -> (start: PlayingTime?, end: PlayingTime?)? {
        let beginning = line.prefix(64)
        guard let arrow = beginning.index(after: "-->") else { return nil }
        let before = beginning[..<(arrow - 3)].drop { $0.isSpace }
        guard before.allSatisfy({ $0.isDigit || $0.isSpace || ":,.-".utf8.contains($0) }) else { return nil }
        return (PlayingTime.read(before)?.time, PlayingTime.read(beginning[arrow...].drop { $0.isSpace })?.time)
    }

    /// Reads a line without its tags. A voice speaks until the next, or the caption's end.
    private mutating func readParts(of line: ArraySlice<UInt8>) {
        var words: [UInt8] = []
        var rest = line
        while let byte = rest.first {
            if let end = tagEnd(in: rest) {
                if let name = voice(rest[..<end]) {
                    addPart(words)
                    (words, speaker) = ([], name)
                }
                rest = rest[end...].dropFirst()
            } else {
                words.append(byte)
                rest.removeFirst()
            }
        }
        addPart(words)
    }

    private mutating func addPart(_ words: [UInt8]) {
        let words = String(decoding: words, as: UTF8.self).decodingCharacterReferences.collapsed
        if !words.isEmpty { parts.append(Part(speaker: speaker, words: words)) }
    }

    /// The end of the tag that begins here, such as `<i>`, `</c>`, `<00:01.000>` or `{\an8}`. It has no other tag inside,
    /// so that a run of unclosed tags takes linear time.
    private func tagEnd(in text: ArraySlice<UInt8>) -> Int? {
        guard let open = text.first, let next = text.dropFirst().first else { return nil }
        let close: UInt8
        switch open {
        case UInt8(ascii: "<") where next.isLetter || next.isDigit || next == UInt8(ascii: "/"):
            close = UInt8(ascii: ">")
        case UInt8(ascii: "{") where next == UInt8(ascii: "\\"): close = UInt8(ascii: "}")
        default: return nil
        }
        let end = text.dropFirst().firstIndex { $0 == close || $0 == open }
        return end.flatMap { text[$0] == close ? $0 : nil }
    }

    /// The name in `<v Ada>` or `<v.loud Ada>`.
    private func voice(_ tag: ArraySlice<UInt8>) -> String? {
        let tag = tag.dropFirst()
        guard tag.first == UInt8(ascii: "v"), let space = tag.firstIndex(where: { $0.isSpace }) else { return nil }
        guard space == tag.startIndex + 1 || tag[tag.startIndex + 1] == UInt8(ascii: ".") else { return nil }
        let name = String(decoding: tag[space...], as: UTF8.self).decodingCharacterReferences.collapsed
        return name.prefix(bytes: FeedLimits.name).unlessBlank
    }

    private mutating func finishCaption() {
        defer { (isInCaption, speaker, parts) = (false, nil, []) }
        guard !parts.isEmpty else { return }
        // Captions that roll up begin with the last lines of the one before. A single word may be said twice.
        let isRolling = parts[0].words.contains(" ") && start.milliseconds <= former.end + Self.rollingGap
        let most = isRolling ? min(parts.count, former.parts.count, Self.mostRolling) : 0
        let repeated = (0...most).last { parts.prefix($0).elementsEqual(former.parts.suffix($0)) } ?? 0
        for part in parts.dropFirst(repeated) {
            paragraphs.add(part.words.utf8, from: start, to: end, by: part.speaker)
        }
        former = (parts, end.milliseconds)
    }
}
