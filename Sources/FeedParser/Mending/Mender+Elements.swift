extension Mender {
    /// The parent of items. If more items follow after its end, it was closed too early.
    struct ItemParent {
        let elements: [OpenElements.Element]
        /// The length of the output before it was closed.
        let length: Int
    }

    // Deeper elements aren't written; their contents count for the element around them. The reader of the copy refuses
    // anything deeper than `Limits.depth`.
    private static let greatestDepth = 200

    /// Whether text that looks like a tag is one: “a <b and c> d” and “Ada <ada@example.org>” contain none.
    func isBelievable(_ tag: LooseTag, _ traits: ElementTraits) -> Bool {
        if !traits.isEmpty { return true }
        guard tag.isWellWritten, tag.ending == .closed else { return false }
        // In a text, unknown names aren't elements (“Vec<T>”), except those of other vocabularies.
        return open.part == nil || document[tag.name].contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "-") }
            || open.isForeign
    }

    mutating func start(_ tag: LooseTag, _ hash: NameHash, _ traits: ElementTraits) {
        close(open.closedByStart(of: hash, traits))
        let isVoid = tag.isSelfClosing || isVoid(tag, traits)
        guard open.all.count < Self.greatestDepth else {
            if !isVoid { unwritten += 1 }
            return
        }
        let name = document[tag.name]
        let attributes = tag.attributes.filter { attribute in
            declaredPrefix(attribute).map { prefixes.declare($0, at: open.all.count) } ?? true
        }
        defer { if isVoid { prefixes.leave(depth: open.all.count) } }
        guard isUsable(name) else { return }

        text.append(UInt8(ascii: "<"))
        text.append(name)
        if rootNameEnd == nil { rootNameEnd = text.bytes.count }
        write(attributes)
        if isVoid {
            text.append("/>")
            open.addEmptyChild()
        } else {
            text.append(UInt8(ascii: ">"))
            open.open(OpenElements.Element(name: tag.name, hash: hash, traits: traits))
        }
    }

    /// Handles an end tag; returns false if it is text.
    mutating func end(_ tag: LooseTag, _ hash: NameHash, _ traits: ElementTraits) -> Bool {
        if unwritten > 0, !traits.contains(.feed) {
            unwritten -= 1
        } else if let count = open.closedByEnd(of: hash, traits) {
            close(count)
        } else if let innermost = open.innermost, isMisspelt(tag, traits, endOf: innermost) {
            close(1)
        } else {
            return open.part == nil || !traits.isEmpty || !tag.isWellWritten
        }
        return true
    }

    /// Closes this many elements, from the innermost outwards.
    mutating func close(_ count: Int) {
        guard count > 0 else { return }
        unwritten = 0
        for _ in 0..<count {
            if let element = open.innermost, element.traits.contains(.holdsItems) {
                rememberItemParent(isInner: open.all.count > 1)
            }
            guard let element = open.close() else { return }
            prefixes.leave(depth: open.all.count)
            text.append("</")
            text.append(document[element.name])
            text.append(UInt8(ascii: ">"))
        }
    }

    /// Reopens the parent of items if the root was closed and an item follows.
    mutating func reopen(for traits: ElementTraits) -> Bool {
        guard traits.contains(.item), let parent = lastItemParent, parent.elements.count <= reopenings else {
            return false
        }
        reopenings -= parent.elements.count
        text.cut(at: parent.length)
        parent.elements.forEach { open.open($0) }
        return true
    }

    // RSS has items in the channel, RDF beside it.
    private mutating func rememberItemParent(isInner: Bool) {
        let isRDF = open.all.first.map { ElementTraits.of($0.hash).contains(.root) } ?? false
        guard isInner || !isRDF || lastItemParent == nil else { return }
        lastItemParent = ItemParent(elements: open.all, length: text.bytes.count)
    }

    private func isVoid(_ tag: LooseTag, _ traits: ElementTraits) -> Bool {
        if traits.contains(.void) { return true }
        // HTML's `<link rel=…>` and `<source src=…>` have no end tag; a feed's have.
        return traits.contains(.voidInHTML) && open.part?.traits.contains(.holdsHTML) == true && !tag.attributes.isEmpty
    }

    // “</tilte>”: an unknown name with the same first letter and about the same length as the open element.
    private func isMisspelt(_ tag: LooseTag, _ traits: ElementTraits, endOf element: OpenElements.Element) -> Bool {
        traits.isEmpty && !element.hasChildren && element.traits.contains(.feed)
            && document[tag.name].first?.lowercased == document[element.name].first?.lowercased
            && abs(tag.name.count - element.name.count) <= 2
    }

    private mutating func write(_ attributes: [LooseTag.Attribute]) {
        if attributes.isEmpty { return }
        var seen: Set<NameHash> = []
        for attribute in attributes {
            let name = document[attribute.name]
            guard XMLCharacter.isName(name), seen.insert(NameHash(exactly: name)).inserted, isUsable(name),
                !isEmptyDeclaration(attribute)
            else { continue }
            text.append(UInt8(ascii: " "))
            text.append(name)
            text.append("=\"")
            // In HTML, an attribute without a value is on.
            text.appendText(document[attribute.value ?? attribute.name])
            text.append(UInt8(ascii: "\""))
        }
    }

    private mutating func isUsable(_ name: ByteView) -> Bool {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return true }
        return prefixes.use(name[..<colon])
    }

    private func declaredPrefix(_ attribute: LooseTag.Attribute) -> ByteView? {
        let name = document[attribute.name]
        guard name.starts(with: "xmlns:".utf8), !isEmptyDeclaration(attribute) else { return nil }
        return name.dropFirst("xmlns:".utf8.count)
    }

    // A prefix can't be declared as empty (Namespaces in XML 1.0, section 2.2).
    private func isEmptyDeclaration(_ attribute: LooseTag.Attribute) -> Bool {
        document[attribute.name].starts(with: "xmlns:".utf8) && attribute.value?.isEmpty != false
    }
}
