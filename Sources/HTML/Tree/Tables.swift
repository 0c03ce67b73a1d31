/// Tables (HTML Standard, 13.2.6.4.9 to 13.2.6.4.15).
extension TreeBuilder {
    mutating func inTable(_ token: Token) -> Bool {
        switch token {
        case .text:
            let node = nodes[current.index]
            guard node.namespace == .html, node.tag.isTablePart || node.tag == .template else { break }
            tableText.removeAll(keepingCapacity: true)
            originalMode = mode
            mode = .inTableText
            return false
        case .comment(let text):
            insertComment(text)
            return true
        case .doctype: return true
        case .start(let tag): if let isDone = startInTable(tag) { return isDone }
        case .end(let tag):
            switch tag {
            case .table:
                guard isInTableScope(.table) else { return true }
                pop(through: .table)
                resetMode()
                return true
            case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: return true
            case .template:
                endTemplate()
                return true
            default: break
            }
        case .endOfFile: return inBody(token)
        }
        return foster(token)
    }

    /// Returns nil for a tag that isn't allowed in a table.
    private mutating func startInTable(_ tag: HTMLTag) -> Bool? {
        switch tag {
        case .caption:
            pop(backTo: .table)
            pushMarker()
            insertElement()
            mode = .inCaption
        case .colgroup:
            pop(backTo: .table)
            insertElement()
            mode = .inColumnGroup
        case .col:
            pop(backTo: .table)
            insert(implied: .colgroup)
            mode = .inColumnGroup
            return false
        case .tbody, .tfoot, .thead:
            pop(backTo: .table)
            insertElement()
            mode = .inTableBody
        case .td, .th, .tr:
            pop(backTo: .table)
            insert(implied: .tbody)
            mode = .inTableBody
            return false
        case .table:
            guard isInTableScope(.table) else { return true }
            pop(through: .table)
            resetMode()
            return false
        case .style, .script, .template: startInHead(tag)
        case .input:
            guard isTagHidden else { return nil }
            insertVoidElement()
        case .form:
            if form != nil || hasOpen(.template) { return true }
            insertElement()
            form = pop()
        default: return nil
        }
        return true
    }

    /// Content that isn't allowed in a table goes before it.
    private mutating func foster(_ token: Token) -> Bool {
        isFosterParenting = true
        defer { isFosterParenting = false }
        return inBody(token)
    }

    mutating func inTableText(_ token: Token) -> Bool {
        if case .text(let text) = token {
            if !isNUL(text) { tableText.append(text) }
            return true
        }
        mode = originalMode
        let isMisplaced = tableText.contains { !isBlank($0) }
        for text in tableText {
            if isMisplaced { _ = foster(.text(text)) } else { insert(text) }
        }
        tableText.removeAll(keepingCapacity: true)
        return false
    }

    mutating func inCaption(_ token: Token) -> Bool {
        switch token {
        case .end(.caption): return closeCaption()
        case .start(.caption), .start(.col), .start(.colgroup), .start(.tbody), .start(.td), .start(.tfoot),
            .start(.th), .start(.thead), .start(.tr), .end(.table):
            return !(isInTableScope(.caption) && closeCaption())
        case .end(.body), .end(.col), .end(.colgroup), .end(.html), .end(.tbody), .end(.td), .end(.tfoot), .end(.th),
            .end(.thead), .end(.tr):
            return true
        default: return inBody(token)
        }
    }

    private mutating func closeCaption() -> Bool {
        guard isInTableScope(.caption) else { return true }
        popImplied()
        pop(through: .caption)
        clearFormattingToMarker()
        mode = .inTable
        return true
    }

    mutating func inColumnGroup(_ token: inout Token) -> Bool {
        if handleCommon(&token) { return true }
        switch token {
        case .start(.html): return inBody(token)
        case .start(.col):
            insertVoidElement()
            return true
        case .end(.colgroup):
            guard currentIs(.colgroup) else { return true }
            pop()
            mode = .inTable
            return true
        case .end(.col): return true
        case .start(.template):
            startInHead(.template)
            return true
        case .end(.template):
            endTemplate()
            return true
        case .endOfFile: return inBody(token)
        default: break
        }
        guard currentIs(.colgroup) else { return true }
        pop()
        mode = .inTable
        return false
    }

    mutating func inTableBody(_ token: Token) -> Bool {
        switch token {
        case .start(.tr):
            pop(backTo: .tbody, .tfoot, .thead)
            insertElement()
            mode = .inRow
            return true
        case .start(.th), .start(.td):
            pop(backTo: .tbody, .tfoot, .thead)
            insert(implied: .tr)
            mode = .inRow
            return false
        case .end(let tag) where tag == .tbody || tag == .tfoot || tag == .thead:
            guard isInTableScope(tag) else { return true }
            pop(backTo: .tbody, .tfoot, .thead)
            pop()
            mode = .inTable
            return true
        case .start(.caption), .start(.col), .start(.colgroup), .start(.tbody), .start(.tfoot), .start(.thead),
            .end(.table):
            guard isInTableScope(.tbody) || isInTableScope(.thead) || isInTableScope(.tfoot) else { return true }
            pop(backTo: .tbody, .tfoot, .thead)
            pop()
            mode = .inTable
            return false
        case .end(.body), .end(.caption), .end(.col), .end(.colgroup), .end(.html), .end(.td), .end(.th), .end(.tr):
            return true
        default: return inTable(token)
        }
    }

    mutating func inRow(_ token: Token) -> Bool {
        switch token {
        case .start(.th), .start(.td):
            pop(backTo: .tr)
            insertElement()
            mode = .inCell
            pushMarker()
            return true
        case .end(.tr):
            _ = closeRow()
            return true
        case .start(.caption), .start(.col), .start(.colgroup), .start(.tbody), .start(.tfoot), .start(.thead),
            .start(.tr), .end(.table):
            return !closeRow()
        case .end(let tag) where tag == .tbody || tag == .tfoot || tag == .thead:
            return !(isInTableScope(tag) && closeRow())
        case .end(.body), .end(.caption), .end(.col), .end(.colgroup), .end(.html), .end(.td), .end(.th): return true
        default: return inTable(token)
        }
    }

    /// Closes the row; returns false if none is open.
    private mutating func closeRow() -> Bool {
        guard isInTableScope(.tr) else { return false }
        pop(backTo: .tr)
        pop()
        mode = .inTableBody
        return true
    }

    mutating func inCell(_ token: Token) -> Bool {
        switch token {
        case .end(let tag) where tag == .td || tag == .th:
            if isInTableScope(tag) { closeCell(tag) }
            return true
        case .start(.caption), .start(.col), .start(.colgroup), .start(.tbody), .start(.td), .start(.tfoot),
            .start(.th), .start(.thead), .start(.tr):
            return !closeAnyCell()
        case .end(.body), .end(.caption), .end(.col), .end(.colgroup), .end(.html): return true
        case .end(let tag) where tag.isTablePart: return !(isInTableScope(tag) && closeAnyCell())
        default: return inBody(token)
        }
    }

    private mutating func closeAnyCell() -> Bool {
        guard let tag: HTMLTag = isInTableScope(.td) ? .td : isInTableScope(.th) ? .th : nil else { return false }
        popImplied()
        while let id = pop(), !isHTML(id, tag) {}
        clearFormattingToMarker()
        mode = .inRow
        return true
    }

    private mutating func closeCell(_ tag: HTMLTag) {
        popImplied()
        pop(through: tag)
        clearFormattingToMarker()
        mode = .inRow
    }

    mutating func inTemplate(_ token: inout Token) -> Bool {
        switch token {
        case .text, .comment, .doctype: return inBody(token)
        case .start(let tag):
            switch tag {
            case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
                startInHead(tag)
                return true
            case .caption, .colgroup, .tbody, .tfoot, .thead: return goOn(in: .inTable)
            case .col: return goOn(in: .inColumnGroup)
            case .tr: return goOn(in: .inTableBody)
            case .td, .th: return goOn(in: .inRow)
            default: return goOn(in: .inBody)
            }
        case .end(.template):
            endTemplate()
            return true
        case .end: return true
        case .endOfFile:
            guard hasOpen(.template) else {
                isOver = true
                return true
            }
            pop(through: .template)
            clearFormattingToMarker()
            templateModes.removeLast()
            resetMode()
            return false
        }
    }

    /// Changes the template's insertion mode.
    private mutating func goOn(in next: InsertionMode) -> Bool {
        templateModes.removeLast()
        templateModes.append(next)
        mode = next
        return false
    }
}
