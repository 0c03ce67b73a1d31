import System

/// The body (HTML Standard, 13.2.6.4.7).
extension TreeBuilder {
    mutating func inBody(_ token: Token) -> Bool {
        switch token {
        case .text(let text):
            insertInBody(text)
            return true
        case .comment(let text):
            insertComment(text)
            return true
        case .doctype: return true
        case .start(let tag): return start(tag)
        case .end(let tag): return end(tag)
        case .endOfFile:
            if !templateModes.isEmpty {
                var token = token
                return inTemplate(&token)
            }
            isOver = true
            return true
        }
    }

    private mutating func insertInBody(_ text: TextRange) {
        if isNUL(text) { return }
        reconstructFormatting()
        insert(text)
        if framesetMayFollow, !isBlank(text) { framesetMayFollow = false }
    }

    private mutating func start(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .html:
            if !hasOpen(.template), let root = open.first { addMissingAttributes(to: root) }
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title: startInHead(tag)
        case .body:
            guard open.count > 1, isHTML(open[1], .body), !hasOpen(.template) else { break }
            framesetMayFollow = false
            addMissingAttributes(to: open[1])
        case .frameset: startFrameset()
        case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary,
            .ul:
            closeParagraphInButtonScope()
            insertElement()
        case .h1, .h2, .h3, .h4, .h5, .h6:
            closeParagraphInButtonScope()
            if nodes[current.index].namespace == .html, nodes[current.index].tag.isHeading { pop() }
            insertElement()
        case .pre, .listing:
            closeParagraphInButtonScope()
            insertElement()
            skipsNewline = true
            framesetMayFollow = false
        case .form:
            let isInTemplate = hasOpen(.template)
            if form != nil, !isInTemplate { break }
            closeParagraphInButtonScope()
            insertElement()
            if !isInTemplate { form = current }
        case .li: startItem(.li, .li)
        case .dd, .dt: startItem(.dd, .dt)
        case .plaintext:
            closeParagraphInButtonScope()
            insertElement()
            tokenizer.content = .plainText
        case .button:
            if isInScope(.button) {
                popImplied()
                pop(through: .button)
            }
            reconstructFormatting()
            insertElement()
            framesetMayFollow = false
        case .a: startLink()
        case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
            reconstructFormatting()
            insertElement()
            pushFormatting()
        case .nobr:
            reconstructFormatting()
            if isInScope(.nobr) {
                endFormatting(named: UInt32(HTMLTag.nobr.rawValue))
                reconstructFormatting()
            }
            insertElement()
            pushFormatting()
        case .applet, .marquee, .object:
            reconstructFormatting()
            insertElement()
            pushMarker()
            framesetMayFollow = false
        case .table:
            if quirks != .full { closeParagraphInButtonScope() }
            insertElement()
            framesetMayFollow = false
            mode = .inTable
        case .area, .br, .embed, .img, .keygen, .wbr: startVoid()
        case .image:
            // Nobody knows why, says the standard.
            tokenizer.name = UInt32(HTMLTag.img.rawValue)
            startVoid()
        case .input: startInput()
        case .param, .source, .track: insertVoidElement()
        case .hr:
            closeParagraphInButtonScope()
            if isInScope(.select) { popImplied() }
            insertVoidElement()
            framesetMayFollow = false
        case .textarea:
            skipsNewline = true
            framesetMayFollow = false
            startText(.rcdata)
        case .xmp:
            closeParagraphInButtonScope()
            reconstructFormatting()
            framesetMayFollow = false
            startText(.rawText)
        case .iframe:
            framesetMayFollow = false
            startText(.rawText)
        case .noembed: startText(.rawText)
        case .select: startSelect()
        case .optgroup, .option: startOption(tag)
        case .rb, .rtc:
            if isInScope(.ruby) { popImplied() }
            insertElement()
        case .rp, .rt:
            if isInScope(.ruby) { popImplied(except: .rtc) }
            insertElement()
        case .math: startForeign(.mathML)
        case .svg: startForeign(.svg)
        case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr: break
        default:
            reconstructFormatting()
            insertElement()
        }
        return true
    }

    private mutating func startFrameset() {
        guard open.count > 1, isHTML(open[1], .body), framesetMayFollow else { return }
        detach(open[1])
        while open.count > 1 { pop() }
        insertElement()
        mode = .inFrameset
    }

    private mutating func startItem(_ first: HTMLTag, _ second: HTMLTag) {
        framesetMayFollow = false
        for id in open.reversed() {
            stepsLeft -= 1
            let node = nodes[id.index]
            if node.isHTML(first) || node.isHTML(second) {
                popImplied(except: node.tag)
                pop(through: node.tag)
                break
            }
            if isSpecial(id), !node.isHTML(.address), !node.isHTML(.div), !node.isHTML(.p) { break }
        }
        closeParagraphInButtonScope()
        insertElement()
    }

    private mutating func startLink() {
        let name = UInt32(HTMLTag.a.rawValue)
        if let old = lastFormatting(named: name) {
            endFormatting(named: name)
            removeFromFormatting(old)
            if let index = open.lastIndex(of: old) { removeFromStack(at: index) }
        }
        reconstructFormatting()
        insertElement()
        pushFormatting()
    }

    private mutating func startVoid() {
        reconstructFormatting()
        insertVoidElement()
        framesetMayFollow = false
    }

    private mutating func startInput() {
        if let context, isHTML(context, .select) { return }
        if isInScope(.select) { pop(through: .select) }
        let isHidden = isTagHidden
        reconstructFormatting()
        insertVoidElement()
        if !isHidden { framesetMayFollow = false }
    }

    /// Whether the tag that came last is an `<input type=hidden>`.
    var isTagHidden: Bool {
        for attribute in tokenizer.attributes[tokenizer.keptAttributes...]
        where attribute.name == Attribute.type.rawValue { return isCaseless(attribute.value, "hidden") }
        return false
    }

    func isCaseless(_ text: TextRange, _ word: StaticString) -> Bool {
        guard text.count == word.utf8CodeUnitCount else { return false }
        return (0..<Int(text.count)).allSatisfy { byte(at: $0, of: text).lowercased == word.utf8Start[$0] }
    }

    private mutating func startSelect() {
        if let context, isHTML(context, .select) { return }
        if isInScope(.select) { return pop(through: .select) }
        reconstructFormatting()
        insertElement()
        framesetMayFollow = false
    }

    private mutating func startOption(_ tag: HTMLTag) {
        if isInScope(.select) {
            popImplied(except: tag == .option ? .optgroup : .unknown)
        } else if currentIs(.option) {
            pop()
        }
        reconstructFormatting()
        insertElement()
    }

    /// Gives an element the attributes of the tag that it lacks.
    private mutating func addMissingAttributes(to element: NodeID) {
        let old = nodes[element.index].attributes
        guard old.count < HTMLLimits.attributesOfElement else { return }
        let missing = tokenizer.attributes[tokenizer.keptAttributes...].filter { attribute in
            !tokenizer.attributes[old].contains { $0.name == attribute.name }
        }.prefix(HTMLLimits.attributesOfElement - old.count)
        guard !missing.isEmpty else { return }
        tokenizer.attributes.removeLast(tokenizer.attributes.count - tokenizer.keptAttributes)
        let start = tokenizer.attributes.count
        nodes[element.index].attributes = start..<start + old.count + missing.count
        tokenizer.attributes += Array(tokenizer.attributes[old])
        tokenizer.attributes += missing
        tokenizer.keepAttributes()
    }

    /// Handles an end tag in the body.
    mutating func end(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .template: endTemplate()
        case .body: if isInScope(.body) { mode = .afterBody }
        case .html:
            guard isInScope(.body) else { break }
            mode = .afterBody
            return false
        case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search, .section,
            .select, .summary, .ul:
            guard isInScope(tag) else { break }
            popImplied()
            pop(through: tag)
        case .form: endForm()
        case .p:
            if !isInButtonScope(.p) {
                insert(implied: .p)
            }
            closeParagraph()
        case .li:
            guard isInListScope(.li) else { break }
            popImplied(except: .li)
            pop(through: .li)
        case .dd, .dt:
            guard isInScope(tag) else { break }
            popImplied(except: tag)
            pop(through: tag)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            guard isInScope(where: { $0.isHeading }) else { break }
            popImplied()
            popHeading()
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
            endFormatting(named: tokenizer.name)
        case .applet, .marquee, .object:
            guard isInScope(tag) else { break }
            popImplied()
            pop(through: tag)
            clearFormattingToMarker()
        case .br:
            reconstructFormatting()
            insert(implied: .br)
            pop()
            framesetMayFollow = false
        default: endOther(named: tokenizer.name)
        }
        return true
    }

    private mutating func endForm() {
        if hasOpen(.template) {
            guard isInScope(.form) else { return }
            popImplied()
            pop(through: .form)
            return
        }
        let element = form
        form = nil
        guard let element, isInScope(element), let index = open.lastIndex(of: element) else { return }
        popImplied()
        if let index = open.lastIndex(of: element) ?? (index < open.count ? index : nil) { removeFromStack(at: index) }
    }

    /// Handles the text of an element that contains only text.
    mutating func text(_ token: Token) -> Bool {
        switch token {
        case .text(let text):
            insert(text)
            return true
        case .end:
            pop()
            mode = originalMode
            return true
        default:
            pop()
            mode = originalMode
            tokenizer.content = .data
            return false
        }
    }

    // MARK: After the body, and framesets (HTML Standard, 13.2.6.4.19 to 13.2.6.4.23)

    mutating func afterBody(_ token: inout Token) -> Bool {
        switch token {
        case .text(let text) where isBlank(text): return inBody(token)
        case .comment(let text):
            insertComment(text, in: open.first)
            return true
        case .doctype: return true
        case .start(.html): return inBody(token)
        case .end(.html):
            if context == nil { mode = .afterAfterBody }
            return true
        case .endOfFile:
            isOver = true
            return true
        default: return goBackToBody(&token)
        }
    }

    mutating func afterAfterBody(_ token: inout Token) -> Bool {
        switch token {
        case .text(let text) where isBlank(text): return inBody(token)
        case .comment(let text):
            insertComment(text, in: .document)
            return true
        case .doctype: return true
        case .start(.html): return inBody(token)
        case .endOfFile:
            isOver = true
            return true
        default: return goBackToBody(&token)
        }
    }

    /// Returns to the body, because it isn't over yet.
    private mutating func goBackToBody(_ token: inout Token) -> Bool {
        if let spaces = takeSpaces(from: &token) { _ = inBody(.text(spaces)) }
        mode = .inBody
        return false
    }

    mutating func inFrameset(_ token: inout Token) -> Bool {
        switch token {
        case .text(let text): insertSpaces(of: text)
        case .comment(let text): insertComment(text)
        case .doctype: break
        case .start(.html): return inBody(token)
        case .start(.frameset): insertElement()
        case .start(.frame): insertVoidElement()
        case .start(.noframes): startInHead(.noframes)
        case .end(.frameset):
            guard open.count > 1 else { break }
            pop()
            if context == nil, !currentIs(.frameset) { mode = .afterFrameset }
        case .endOfFile: isOver = true
        default: break
        }
        return true
    }

    mutating func afterFrameset(_ token: inout Token) -> Bool {
        switch token {
        case .text(let text): insertSpaces(of: text)
        case .comment(let text): insertComment(text)
        case .doctype: break
        case .start(.html): return inBody(token)
        case .end(.html): mode = .afterAfterFrameset
        case .start(.noframes): startInHead(.noframes)
        case .endOfFile: isOver = true
        default: break
        }
        return true
    }

    mutating func afterAfterFrameset(_ token: inout Token) -> Bool {
        switch token {
        case .text(let text): insertSpaces(of: text)
        case .comment(let text): insertComment(text, in: .document)
        case .doctype: break
        case .start(.html): return inBody(token)
        case .start(.noframes): startInHead(.noframes)
        case .endOfFile: isOver = true
        default: break
        }
        return true
    }

    /// Inserts the white space of a text and drops the rest.
    private mutating func insertSpaces(of text: TextRange) {
        var start = 0
        while start < text.count {
            let length = leadingSpaces(of: text.dropping(first: start))
            insert(text.dropping(first: start).prefix(length))
            start += length + 1
        }
    }
}
