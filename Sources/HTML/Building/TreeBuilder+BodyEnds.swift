extension TreeBuilder {
    /// Handles an end tag in the body.
    mutating func end(_ tag: Tag) -> Bool {
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
    mutating func insertSpaces(of text: TextRange) {
        var start = 0
        while start < text.count {
            let length = leadingSpaces(of: text.dropping(first: start))
            insert(text.dropping(first: start).prefix(length))
            start += length + 1
        }
    }
}
