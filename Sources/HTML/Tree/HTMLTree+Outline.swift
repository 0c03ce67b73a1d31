extension HTMLTree {
    /// The tree as indented lines, in the format of html5lib's tests.
    package var outline: String {
        var lines: [UInt8] = []
        // Nodes still to be written, with their depths.
        var waiting: [(id: NodeID, depth: Int)] = []
        var next = firstChild(of: root).map { (id: $0, depth: 0) }
        while let (id, depth) = next ?? waiting.popLast() {
            next = nil
            if let sibling = nextSibling(of: id) { waiting.append((sibling, depth)) }
            var indent = "| " + String(repeating: "  ", count: depth)
            lines += indent.utf8
            write(id, indent: indent, to: &lines)
            lines.append(.newline)
            guard kind(of: id) == .element else { continue }
            var childDepth = depth + 1
            if tag(of: id) == .template, namespace(of: id) == .html {
                indent += "  "
                lines += "\(indent)content\n".utf8
                childDepth += 1
            }
            next = firstChild(of: id).map { ($0, childDepth) }
        }
        return String(decoding: lines.dropLast(), as: UTF8.self)
    }

    private func write(_ id: NodeID, indent: String, to lines: inout [UInt8]) {
        let node = nodes[id.index]
        switch node.kind {
        case .document: break
        case .text: lines += quoted(node.text)
        case .comment: lines += Array("<!-- ".utf8) + bytes(of: node.text) + Array(" -->".utf8)
        case .doctype:
            let parts = attributes[node.attributes].map(\.value)
            lines += Array("<!DOCTYPE ".utf8) + bytes(of: parts[0])
            if !parts[1].isEmpty || !parts[2].isEmpty {
                lines += Array(" ".utf8) + quoted(parts[1]) + Array(" ".utf8) + quoted(parts[2])
            }
            lines += ">".utf8
        case .element:
            let prefix = ["<", "<svg ", "<math "][Int(node.namespace.rawValue)]
            lines += Array(prefix.utf8) + elementNames[node.name] + Array(">".utf8)
            let sorted = attributes[node.attributes].map { (Array(attributeNames[$0.name]), $0.value) }
                .sorted { $0.0.lexicographicallyPrecedes($1.0) }
            for (name, value) in sorted {
                lines += Array("\n\(indent)  ".utf8) + name + Array("=".utf8) + quoted(value)
            }
        }
    }

    private func quoted(_ text: TextRange) -> [UInt8] { Array("\"".utf8) + bytes(of: text) + Array("\"".utf8) }
}
