/// The modes before the body (HTML Standard, 13.2.6.4.1 to 13.2.6.4.6). Each returns whether the token is handled.
extension TreeBuilder {
    mutating func initial(_ token: inout Token) -> Bool {
        _ = takeSpaces(from: &token)
        switch token {
        case .text(let text) where text.isEmpty: return true
        case .comment(let text):
            insertComment(text, in: .document)
            return true
        case .doctype(let doctype):
            insertDoctype(doctype)
            mode = .beforeHTML
            return true
        default:
            quirks = .full
            mode = .beforeHTML
            return false
        }
    }

    private mutating func insertDoctype(_ doctype: Doctype) {
        let first = tokenizer.keptAttributes
        tokenizer.attributes.removeLast(tokenizer.attributes.count - first)
        for part in [doctype.name, doctype.publicID ?? .empty, doctype.systemID ?? .empty] {
            tokenizer.attributes.append(AttributeEntry(name: 0, value: part))
        }
        tokenizer.keepAttributes()
        var node = Node(kind: .doctype)
        node.attributes = first..<first + 3
        append(add(node), to: .document)
        quirks = QuirksMode(
            name: string(doctype.name), publicID: doctype.publicID.map { string($0) },
            systemID: doctype.systemID.map { string($0) }, isBroken: doctype.isBroken)
    }

    private func string(_ text: TextRange) -> String {
        text.isInBuffer
            ? String(decoding: tokenizer.buffer[text.range], as: UTF8.self)
            : String(decoding: tokenizer.source.part(text.range), as: UTF8.self)
    }

    mutating func beforeHTML(_ token: inout Token) -> Bool {
        _ = takeSpaces(from: &token)
        switch token {
        case .text(let text) where text.isEmpty: return true
        case .doctype: return true
        case .comment(let text):
            insertComment(text, in: .document)
            return true
        case .start(.html):
            insertElement()
            mode = .beforeHead
            return true
        case .end(let tag) where ![.head, .body, .html, .br].contains(tag): return true
        default:
            insert(implied: .html)
            mode = .beforeHead
            return false
        }
    }

    mutating func beforeHead(_ token: inout Token) -> Bool {
        _ = takeSpaces(from: &token)
        switch token {
        case .text(let text) where text.isEmpty: return true
        case .doctype: return true
        case .comment(let text):
            insertComment(text)
            return true
        case .start(.html): return inBody(token)
        case .start(.head):
            insertElement()
            head = current
            mode = .inHead
            return true
        case .end(let tag) where ![.head, .body, .html, .br].contains(tag): return true
        default:
            insert(implied: .head)
            head = current
            mode = .inHead
            return false
        }
    }

    mutating func inHead(_ token: inout Token) -> Bool {
        if handleCommon(&token) { return true }
        switch token {
        case .start(let tag):
            switch tag {
            case .html: return inBody(token)
            case .base, .basefont, .bgsound, .link, .meta, .title, .noframes, .style, .script, .template:
                startInHead(tag)
                return true
            case .noscript:
                insertElement()
                mode = .inHeadNoscript
                return true
            case .head: return true
            default: break
            }
        case .end(let tag):
            switch tag {
            case .head: return leaveHead()
            case .template:
                endTemplate()
                return true
            case .body, .html, .br: break
            default: return true
            }
        default: break
        }
        _ = leaveHead()
        return false
    }

    private mutating func leaveHead() -> Bool {
        pop()
        mode = .afterHead
        return true
    }

    /// Handles the start of an element of the head, wherever it is.
    mutating func startInHead(_ tag: HTMLTag) {
        switch tag {
        case .title: startText(.rcdata)
        case .noframes, .style: startText(.rawText)
        case .script: startText(.scriptData)
        case .template:
            insertElement()
            pushMarker()
            framesetMayFollow = false
            mode = .inTemplate
            templateModes.append(.inTemplate)
        default:
            if tag == .meta, watchesEncoding { checkEncoding() }
            insertVoidElement()
        }
    }

    /// Stops if a `meta` element names the encoding, because the document must be decoded again.
    private mutating func checkEncoding() {
        var meta = MetaEncoding()
        for attribute in tokenizer.attributes[tokenizer.keptAttributes...] {
            let value = string(attribute.value)
            switch Attribute(rawValue: attribute.name) {
            case .charset: meta.charset = value
            case .content: meta.content = value
            case .httpEquiv: meta.httpEquiv = value
            default: break
            }
        }
        guard let encoding = meta.encoding else { return }
        declaredEncoding = encoding
        isOver = true
    }

    mutating func startText(_ content: HTMLTokenizer.Content) {
        insertElement()
        tokenizer.content = content
        originalMode = mode
        mode = .text
    }

    mutating func endTemplate() {
        guard hasOpen(.template) else { return }
        popAllImplied()
        pop(through: .template)
        clearFormattingToMarker()
        templateModes.removeLast()
        resetMode()
    }

    mutating func inHeadNoscript(_ token: inout Token) -> Bool {
        if handleCommon(&token) { return true }
        switch token {
        case .start(let tag):
            switch tag {
            case .html: return inBody(token)
            case .basefont, .bgsound, .link, .meta, .noframes, .style: return inHead(&token)
            case .head, .noscript: return true
            default: break
            }
        case .end(.noscript):
            pop()
            mode = .inHead
            return true
        case .end(let tag) where tag != .br: return true
        default: break
        }
        pop()
        mode = .inHead
        return false
    }

    mutating func afterHead(_ token: inout Token) -> Bool {
        if handleCommon(&token) { return true }
        switch token {
        case .start(let tag):
            switch tag {
            case .html: return inBody(token)
            case .body:
                insertElement()
                framesetMayFollow = false
                mode = .inBody
                return true
            case .frameset:
                insertElement()
                mode = .inFrameset
                return true
            case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
                return startInClosedHead(tag)
            case .head: return true
            default: break
            }
        case .end(let tag):
            switch tag {
            case .template:
                endTemplate()
                return true
            case .body, .html, .br: break
            default: return true
            }
        default: break
        }
        insert(implied: .body)
        mode = .inBody
        return false
    }

    private mutating func startInClosedHead(_ tag: HTMLTag) -> Bool {
        guard let head else { return true }
        push(head)
        startInHead(tag)
        if let index = open.lastIndex(of: head) { removeFromStack(at: index) }
        return true
    }
}

extension QuirksMode {
    /// The mode that a document type selects (HTML Standard, 13.2.6.4.1).
    init(name: String, publicID: String?, systemID: String?, isBroken: Bool) {
        let publicName = publicID?.lowercased() ?? ""
        let systemName = systemID?.lowercased()
        let isOld = Self.oldNames.contains { publicName.hasPrefix($0) }
        let isHTML4 = Self.html4Names.contains { publicName.hasPrefix($0) }
        if isBroken || name != "html" || isOld || Self.oldExactNames.contains(publicName)
            || systemName == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
            || isHTML4 && systemID == nil
        {
            self = .full
        } else if isHTML4 || Self.xhtmlNames.contains(where: { publicName.hasPrefix($0) }) {
            self = .limited
        } else {
            self = .none
        }
    }

    private static let oldExactNames = [
        "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"
    ]
    private static let html4Names = ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"]
    private static let xhtmlNames = ["-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//"]
    /// `OldDoctypes.txt` has the beginnings of names for which browsers are in quirks mode.
    private static let oldNames = String(decoding: PackageResources.OldDoctypes_txt, as: UTF8.self)
        .split(separator: "\n").map { String($0) }
}
