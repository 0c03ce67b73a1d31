import HTML
import System
import URLs

/// Writes a part of a draft as HTML, with absolute URLs, and with no attributes but those that readers need.
struct DraftWriter {
    private let draft: ArticleDraft
    private let base: WebURL?

    init(_ draft: ArticleDraft, base: WebURL?) {
        self.draft = draft
        self.base = base
    }

    /// The HTML inside an element.
    func html(inside root: DraftID) -> String {
        var output = Output(html: [], urls: PageURLs(base: base))
        // An array that outgrows its space takes twice as much.
        output.html.reserveCapacity(draft.counts[root.index].letters * 5 / 4)
        var next = draft.firstChild(of: root)
        while let id = next {
            begin(id, &output)
            if let child = draft.firstChild(of: id) {
                next = child
                continue
            }
            next = draft.nodePast(id, in: root) { end($0, &output) }
        }
        return String(decoding: output.html, as: UTF8.self)
    }

    private func begin(_ id: DraftID, _ output: inout Output) {
        let node = draft.nodes[id.index]
        if node.traits.contains(.isText) {
            return draft.tree.withUTF8(of: node.source) { output.html.append(escaping: $0) }
        }
        output.html.append(UInt8(ascii: "<"))
        writeName(of: node, &output)
        if !node.traits.contains(.isMade) {
            writeAttributes(of: node, &output)
            switch node.tag {
            case .audio, .iframe, .img, .source, .video: writeSource(of: id, &output)
            default: break
            }
        }
        output.html.append(UInt8(ascii: ">"))
    }

    private func end(_ id: DraftID, _ output: inout Output) {
        let node = draft.nodes[id.index]
        guard !node.traits.contains(.isText), !node.tag.isVoid else { return }
        output.html.append(UInt8(ascii: "<"))
        output.html.append(UInt8(ascii: "/"))
        writeName(of: node, &output)
        output.html.append(UInt8(ascii: ">"))
    }

    private func writeName(of node: DraftNode, _ output: inout Output) {
        if node.tag == .unknown {
            output.html += draft.tree.name(of: node.source).utf8
        } else {
            output.html += node.tag.utf8
        }
    }

    private func writeAttributes(of node: DraftNode, _ output: inout Output) {
        draft.tree.forEachAttribute(of: node.source) { attribute, value in
            switch attribute {
            case .alt, .colspan, .datetime, .height, .id, .lang, .reversed, .rowspan, .start, .title, .width:
                output.begin(attribute)
                output.html.append(escaping: value)
                output.html.append(UInt8(ascii: "\""))
            case .cite, .href: output.write(attribute, value, for: .linking)
            default: break
            }
        }
    }

    /// Writes the URL of a picture or a recording. Pages that load pictures late have it in another attribute.
    private func writeSource(of id: DraftID, _ output: inout Output) {
        for attribute in [HTML.Attribute.dataSrc, .dataLazySrc, .dataOriginal, .src] {
            if let address = draft.utf8(attribute, of: id), output.writeSource(address) { return }
        }
        for attribute in [HTML.Attribute.dataSrcset, .dataLazySrcset, .srcset] {
            guard let set = draft.value(attribute, of: id) else { continue }
            // The largest one is usually the last.
            for candidate in set.split(separator: ", ").reversed() {
                let address = candidate.split(whereSeparator: \.isWhitespace).first ?? ""
                if output.writeSource(Array(address.utf8)[...]) { return }
            }
        }
    }

    /// What has been written, apart from the draft that is read meanwhile.
    private struct Output {
        var html: [UInt8]
        var urls: PageURLs

        mutating func begin(_ attribute: HTML.Attribute) {
            html.append(UInt8(ascii: " "))
            html += attribute.utf8
            html.append(UInt8(ascii: "="))
            html.append(UInt8(ascii: "\""))
        }

        /// Writes an attribute with a URL, and returns whether the URL is one that may be written.
        @discardableResult
        mutating func write(
            _ attribute: HTML.Attribute, _ address: UnsafeBufferPointer<UInt8>, for use: PageURLs.Use
        ) -> Bool {
            let start = html.count
            begin(attribute)
            guard urls.write(address, for: use, to: &html) else {
                html.removeSubrange(start...)
                return false
            }
            html.append(UInt8(ascii: "\""))
            return true
        }

        mutating func writeSource(_ address: ArraySlice<UInt8>) -> Bool {
            address.withUnsafeBufferPointer { write(.src, $0, for: .loading) }
        }
    }
}

/// Writes plain text: a line for each block.
private struct PlainTextWriter {
    private(set) var text: [UInt8] = []
    /// What separates the next word from the last one.
    private var gap: UInt8?

    /// - Parameter letters: about how many letters will be written.
    init(expecting letters: Int) {
        text.reserveCapacity(letters)
    }

    mutating func endLine() { gap = Self.newline }

    mutating func add(_ words: UnsafeBufferPointer<UInt8>) {
        var at = 0
        while at < words.count {
            if words[at] <= 0x20 {
                if gap == nil { gap = 0x20 }
                at += 1
            } else {
                let start = at
                at = Self.end(ofWordsAt: start, in: words)
                append(UnsafeBufferPointer(rebasing: words[start..<at]))
            }
        }
    }

    /// Adds text in which white space has a meaning.
    mutating func addVerbatim(_ text: UnsafeBufferPointer<UInt8>) {
        var at = 0
        while at < text.count {
            let start = at
            while at < text.count, text[at] != Self.newline { at += 1 }
            if at > start { append(UnsafeBufferPointer(rebasing: text[start..<at])) }
            guard at < text.count else { return }
            gap = Self.newline
            at += 1
        }
    }

    private mutating func append(_ words: UnsafeBufferPointer<UInt8>) {
        if let gap, !text.isEmpty { text.append(gap) }
        gap = nil
        text += words
    }

    /// Where words end that have single spaces between them, and so can be copied at once.
    private static func end(ofWordsAt start: Int, in words: UnsafeBufferPointer<UInt8>) -> Int {
        var at = start + 1
        while at < words.count {
            let isAfterSpace = words[at - 1] == 0x20
            if at + 8 <= words.count {
                let eight = EightBytes(at: at, of: words)
                let spaces = eight.spaces
                if spaces == eight.places(of: 0x20), spaces.following(isAfterOne: isAfterSpace).isEmpty {
                    at += 8
                    continue
                }
            }
            guard words[at] > 0x20 || words[at] == 0x20 && !isAfterSpace else { break }
            at += 1
        }
        return words[at - 1] == 0x20 ? at - 1 : at
    }

    private static let newline = UInt8(ascii: "\n")
}

extension ArticleDraft {
    /// The text inside an element, without captions.
    func plainText(inside root: DraftID) -> String {
        var writer = PlainTextWriter(expecting: counts[root.index].letters)
        var next = firstChild(of: root)
        while let id = next {
            let node = nodes[id.index]
            if node.traits.contains(.isText) {
                let isVerbatim = isInside(id, levels: 4) { $0.tag == .pre }
                tree.withUTF8(of: node.source) { if isVerbatim { writer.addVerbatim($0) } else { writer.add($0) } }
            } else if node.tag == .br || !isInline(id) {
                writer.endLine()
            }
            switch node.tag {
            // How a word is read is no part of the text.
            case .figcaption, .rp, .rt: next = nil
            default: next = node.first.ifAny
            }
            if next == nil { next = nodePast(id, in: root) { if !isInline($0) { writer.endLine() } } }
        }
        let text = String(decoding: writer.text, as: UTF8.self)
        // A soft hyphen only says where a word may be divided.
        guard writer.text.holds("\u{AD}") else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{AD}" }))
    }
}
