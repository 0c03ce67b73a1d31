extension HTMLTree {
    /// The HTML of a node with or without the node itself (HTML Standard, 13.3).
    package func html(of root: NodeID, withItself: Bool = true) -> String {
        var html: [UInt8] = []
        var current = root
        while true {
            if current != root || withItself { begin(current, &html) }
            if let child = firstChild(of: current) {
                current = child
                continue
            }
            if current != root || withItself { end(current, &html) }
            while current != root, nextSibling(of: current) == nil, let parent = parent(of: current) {
                current = parent
                if current != root || withItself { end(current, &html) }
            }
            guard current != root, let next = nextSibling(of: current) else { break }
            current = next
        }
        return String(decoding: html, as: UTF8.self)
    }

    private func begin(_ id: NodeID, _ html: inout [UInt8]) {
        let node = nodes[id.index]
        switch node.kind {
        case .document: break
        case .doctype:
            html += "<!DOCTYPE ".utf8
            html += bytes(of: attributes[node.attributes.lowerBound].value)
            html += ">".utf8
        case .comment:
            html += "<!--".utf8
            html += bytes(of: node.text)
            html += "-->".utf8
        case .text:
            if let parent = parent(of: id), namespace(of: parent) == .html, tag(of: parent).isRawText {
                html += bytes(of: node.text)
            } else {
                escape(bytes(of: node.text), isAttribute: false, &html)
            }
        case .element:
            html += "<".utf8
            html += elementNames[node.name]
            for attribute in attributes[node.attributes] {
                html += " ".utf8
                writeName(of: attribute, &html)
                html += "=\"".utf8
                escape(bytes(of: attribute.value), isAttribute: true, &html)
                html += "\"".utf8
            }
            html += ">".utf8
            // The parser drops the first newline in these, so a real one needs a second.
            if node.isHTML(.pre) || node.isHTML(.textarea) || node.isHTML(.listing), let child = firstChild(of: id),
                kind(of: child) == .text, bytes(of: nodes[child.index].text).first == .newline
            {
                html.append(.newline)
            }
        }
    }

    private func end(_ id: NodeID, _ html: inout [UInt8]) {
        let node = nodes[id.index]
        guard node.kind == .element, node.namespace != .html || !node.tag.isVoid else { return }
        html += "</".utf8
        html += elementNames[node.name]
        html += ">".utf8
    }

    /// Writes prefixes with their colon. `xmlns` needs none.
    private func writeName(of attribute: AttributeEntry, _ html: inout [UInt8]) {
        let name = attributeNames[attribute.name]
        if name.elementsEqual("xmlns xmlns".utf8) {
            html += "xmlns".utf8
        } else {
            html += name.lazy.map { $0 == .space ? UInt8(ascii: ":") : $0 }
        }
    }

    private func escape(_ text: ArraySlice<UInt8>, isAttribute: Bool, _ html: inout [UInt8]) {
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case UInt8(ascii: "&"): html += "&amp;".utf8
            case UInt8(ascii: "<"): html += "&lt;".utf8
            case UInt8(ascii: ">"): html += "&gt;".utf8
            case UInt8(ascii: "\"") where isAttribute: html += "&quot;".utf8
            case 0xC2 where index + 1 < text.endIndex && text[index + 1] == 0xA0:
                html += "&nbsp;".utf8
                index += 1
            default: html.append(text[index])
            }
            index += 1
        }
    }
}
