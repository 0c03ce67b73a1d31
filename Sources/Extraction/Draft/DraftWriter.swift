import Addresses
import HTML

/// Writes a part of a draft as HTML, with absolute URLs, and with no attributes but those that readers need.
struct DraftWriter {
    private let draft: Draft
    private let base: WebURL?

    init(_ draft: Draft, base: WebURL?) {
        self.draft = draft
        self.base = base
    }

    /// The HTML inside an element.
    func html(inside root: DraftID) -> String {
        var html: [UInt8] = []
        // An array that outgrows its space takes twice as much.
        html.reserveCapacity(draft.counts[root.index].letters * 5 / 4)
        var next = draft.firstChild(of: root)
        while let id = next {
            begin(id, &html)
            if let child = draft.firstChild(of: id) {
                next = child
                continue
            }
            end(id, &html)
            next = draft.nextSibling(of: id)
            var last = id
            while next == nil, let parent = draft.parent(of: last), parent != root {
                end(parent, &html)
                next = draft.nextSibling(of: parent)
                last = parent
            }
        }
        return String(decoding: html, as: UTF8.self)
    }

    private func begin(_ id: DraftID, _ html: inout [UInt8]) {
        let node = draft.nodes[id.index]
        if node.traits.contains(.isText) { return Self.escape(draft.tree.utf8(of: node.source), &html) }
        html.append(UInt8(ascii: "<"))
        html += name(of: node)
        if !node.traits.contains(.isMade) { writeAttributes(of: node, &html) }
        if node.tag == .img || node.tag == .source || node.tag == .iframe || node.tag == .video || node.tag == .audio,
            let source = source(of: id)
        {
            Self.write(Self.src, Array(source.href.utf8)[...], &html)
        }
        html.append(UInt8(ascii: ">"))
    }

    private func writeAttributes(of node: DraftNode, _ html: inout [UInt8]) {
        draft.tree.forEachAttribute(of: node.source) { attribute, value in
            guard let use = Self.uses[Int(attribute.rawValue)] else { return }
            if !use.isAddress {
                Self.write(use.name, value, &html)
            } else if let url = WebURL(String(decoding: value, as: UTF8.self), base: base), url.mayBeLinked {
                Self.write(use.name, Array(url.href.utf8)[...], &html)
            }
        }
    }

    private func end(_ id: DraftID, _ html: inout [UInt8]) {
        let node = draft.nodes[id.index]
        guard !node.traits.contains(.isText), !node.tag.isVoid else { return }
        html.append(UInt8(ascii: "<"))
        html.append(UInt8(ascii: "/"))
        html += name(of: node)
        html.append(UInt8(ascii: ">"))
    }

    private func name(of node: DraftNode) -> [UInt8] {
        node.tag == .unknown ? Array(draft.tree.name(of: node.source).utf8) : Self.names[Int(node.tag.rawValue)]
    }

    /// The names of all tags by their numbers, since making each takes long.
    private static let names = Tag.allCases.map { Array($0.name.utf8) }

    /// For the number of each attribute, whether and how it is written.
    private static let uses: [(name: [UInt8], isAddress: Bool)?] = {
        let copied: [HTML.Attribute] = [
            .alt, .colspan, .datetime, .height, .id, .lang, .reversed, .rowspan, .start, .title, .width
        ]
        var uses = [(name: [UInt8], isAddress: Bool)?](repeating: nil, count: HTML.Attribute.allCases.count)
        for attribute in copied { uses[Int(attribute.rawValue)] = (Array(attribute.spelling.utf8), false) }
        for attribute in [HTML.Attribute.cite, .href] {
            uses[Int(attribute.rawValue)] = (Array(attribute.spelling.utf8), true)
        }
        return uses
    }()

    /// The URL of a picture or a recording. Pages that load pictures late have it in another attribute.
    private func source(of id: DraftID) -> WebURL? {
        for attribute in [HTML.Attribute.dataSrc, .dataLazySrc, .dataOriginal, .src] {
            if let address = draft.value(attribute, of: id), let url = WebURL(address, base: base), url.isOnTheWeb {
                return url
            }
        }
        for attribute in [HTML.Attribute.dataSrcset, .dataLazySrcset, .srcset] {
            guard let set = draft.value(attribute, of: id) else { continue }
            // The largest one is usually the last.
            for candidate in set.split(separator: ", ").reversed() {
                let address = candidate.split(whereSeparator: \.isWhitespace).first ?? ""
                if let url = WebURL(address, base: base), url.isOnTheWeb { return url }
            }
        }
        return nil
    }

    private static func write(_ name: [UInt8], _ value: ArraySlice<UInt8>, _ html: inout [UInt8]) {
        html.append(UInt8(ascii: " "))
        html += name
        html.append(UInt8(ascii: "="))
        html.append(UInt8(ascii: "\""))
        escape(value, &html)
        html.append(UInt8(ascii: "\""))
    }

    private static func escape(_ text: ArraySlice<UInt8>, _ html: inout [UInt8]) {
        text.withUnsafeBufferPointer { text in
            // Most texts need no escapes, and are copied at once.
            var start = 0
            for at in text.indices where needsEscape(text[at]) {
                html += UnsafeBufferPointer(rebasing: text[start..<at])
                switch text[at] {
                case UInt8(ascii: "&"): html += ampersand
                case UInt8(ascii: "<"): html += lessThan
                case UInt8(ascii: ">"): html += greaterThan
                default: html += quote
                }
                start = at + 1
            }
            html += UnsafeBufferPointer(rebasing: text[start...])
        }
    }

    private static let src = Array("src".utf8)

    // Appending the UTF-8 of a string takes much longer than appending an array.
    private static let ampersand = Array("&amp;".utf8)
    private static let lessThan = Array("&lt;".utf8)
    private static let greaterThan = Array("&gt;".utf8)
    private static let quote = Array("&quot;".utf8)

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
            || byte == UInt8(ascii: "\"")
    }
}
