import System

/// A formula in MathML as a person would type it: `x = (−b ± √(b² − 4ac))/(2a)`.
struct FormulaText {
    private var text = ""
    private let tree: HTMLTree
    /// How many superscripts and subscripts are around the next sign. In them no spaces are written.
    private let scripts: Int
    private var depth = 0
    /// What the next sign follows.
    private var last = Sign.start

    private enum Sign {
        case start, operand, word, infix
        /// As a comma: a space follows, but no operand is over.
        case gap
    }

    /// Deeper parts and longer formulas are only words.
    private static let deepest = 64
    private static let longest = 10_000

    /// Returns the text of a formula, empty if it shows nothing.
    static func text(of math: NodeID, in tree: HTMLTree) -> String {
        var formula = FormulaText(tree, scripts: 0, depth: 0)
        formula.writeChildren(of: math)
        if formula.text.utf8.count > longest { return tree.textContent(of: math) }
        return formula.text.split(separator: "\n").map(\.trimmed).joined(separator: "\n")
    }

    private init(_ tree: HTMLTree, scripts: Int, depth: Int) {
        (self.tree, self.scripts, self.depth) = (tree, scripts, depth)
    }

    private func children(of id: NodeID) -> [NodeID] {
        var children: [NodeID] = []
        var next = tree.firstChild(of: id)
        while let child = next, children.count < Self.longest {
            if tree.kind(of: child) == .element { children.append(child) }
            next = tree.nextSibling(of: child)
        }
        return children
    }

    private mutating func writeChildren(of id: NodeID) {
        for child in children(of: id) where text.utf8.count <= Self.longest { write(child) }
    }

    private mutating func write(_ id: NodeID) {
        guard depth < Self.deepest else { return write(words: tree.textContent(of: id)) }
        depth += 1
        defer { depth -= 1 }
        let parts = children(of: id)
        switch tree.tag(of: id) {
        case .mi, .mn: write(operand: Self.plain(tree.textContent(of: id)))
        case .mo: write(operator: Self.plain(tree.textContent(of: id)))
        case .mtext, .ms: write(words: tree.textContent(of: id))
        case .mspace: if last == .operand { last = .word }
        case .msub, .munder: writeScripts(parts.first, below: parts.dropFirst().first, above: nil)
        case .msup, .mover: writeScripts(parts.first, below: nil, above: parts.dropFirst().first)
        case .msubsup, .munderover:
            writeScripts(parts.first, below: parts.dropFirst().first, above: parts.dropFirst(2).first)
        case .mmultiscripts: writeScripts(aroundFirstOf: parts)
        case .mfrac: writeFraction(id, parts)
        case .msqrt: writeRoot(of: part { $0.writeChildren(of: id) }.text, index: nil)
        case .mroot: writeRoot(of: typed(parts.first), index: parts.dropFirst().first)
        case .mtable: writeTable(of: parts)
        case .mfenced:
            write(operator: tree.attribute("open", of: id) ?? "(")
            for (index, part) in parts.enumerated() {
                if index > 0 { write(operator: ",") }
                write(part)
            }
            write(operator: tree.attribute("close", of: id) ?? ")")
        case .annotation, .annotationXML, .mphantom, .script, .style: break
        default: if parts.isEmpty { write(words: tree.textContent(of: id)) } else { writeChildren(of: id) }
        }
    }

    /// A part by itself.
    private func part(inScript: Bool = false, _ write: (inout FormulaText) -> Void) -> FormulaText {
        var part = FormulaText(tree, scripts: scripts + (inScript ? 1 : 0), depth: depth)
        write(&part)
        part.text = part.text.trimmed
        return part
    }

    private func typed(_ id: NodeID?, inScript: Bool = false) -> String {
        part(inScript: inScript) { part in if let id { part.write(id) } }.text
    }

    // MARK: Signs

    private mutating func write(operand: String) {
        guard !operand.isEmpty else { return }
        let isWord = operand.utf8.count > 1 && operand.utf8.allSatisfy(\.isLetter)
        if last == .word || last == .gap || last == .operand && isWord { addSpace() }
        text += operand
        last = isWord ? .word : .operand
    }

    private mutating func write(operator sign: String) {
        switch sign {
        case "": break
        // Applies the function before it.
        case "\u{2061}": if last == .operand { last = .word }
        case "\u{2062}", "\u{2063}", "\u{2064}", "\u{200B}": break
        case "(", "[", "{", "⟨", "⌈", "⌊":
            if last == .gap { addSpace() }
            text += sign
            last = .start
        case ")", "]", "}", "⟩", "⌉", "⌋":
            text += sign
            last = .operand
        case ",", ";":
            text += sign
            last = scripts > 0 ? .start : .gap
        case "∑", "∏", "∐", "∫", "∬", "∭", "∮", "⋃", "⋂", "⨁", "⨂", "√", "¬", "∀", "∃", "∂", "∇":
            if last == .word || last == .gap { addSpace() }
            text += sign
            last = .infix
        case _ where Self.isSpaced(sign) && scripts == 0 && (last == .operand || last == .word):
            addSpace()
            text += sign + " "
            last = .infix
        case _ where Self.isSpaced(sign):
            if last == .gap { addSpace() }
            text += sign
            last = .infix
        case _ where sign.utf8.count > 1 && sign.utf8.allSatisfy(\.isLetter): write(operand: sign)
        default:
            if last == .gap { addSpace() }
            text += sign
            if last != .infix { last = last == .start || last == .gap ? .start : .operand }
        }
    }

    private mutating func write(words: String) {
        let words = words.split { $0.isWhitespace }.joined(separator: " ")
        guard !words.isEmpty else { return }
        if last != .start, last != .infix, !".,;:".contains(words.first ?? " ") { addSpace() }
        text += words
        last = .word
    }

    private mutating func addSpace() {
        if scripts == 0, let end = text.last, !end.isWhitespace { text += " " }
    }

    /// Whether a sign between two operands has spaces around it.
    private static func isSpaced(_ sign: String) -> Bool {
        guard let scalar = sign.unicodeScalars.first, sign.unicodeScalars.count == 1 else { return sign == ":=" }
        switch scalar {
        case "+", "-", "=", "<", ">", "±", "×", "÷", "·", ":", "−", "∓", "∖", "∘", "∧", "∨", "∩", "∪", "⊂"..."⊇",
            "∈"..."∋", "∼"..."≿", "←"..."⇿", "⟵"..."⟿", "⊕"..."⊙", "⊢"..."⊩", "⋅", "⩽", "⩾", "∝", "∣", "∥":
            return true
        default: return false
        }
    }

    /// Removes white space, and makes plain letters of those that MathML's generators write in italic or bold.
    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
            let letter = (scalar.value &- 0x1D400) % 52
            let isStyled = (0x1D400..<0x1D49C).contains(scalar.value)
            plain.append(isStyled ? UnicodeScalar(UInt8(letter < 26 ? 65 + letter : 71 + letter)) : scalar)
        }
        return String(plain)
    }

    // MARK: Parts

    private mutating func writeScripts(_ base: NodeID?, below: NodeID?, above: NodeID?) {
        writeBase(base)
        let isBig = last != .operand
        write(script: typed(below, inScript: true), .subscript)
        let sign = typed(above, inScript: true)
        if let accent = Self.accents[sign], text.last?.isLetter == true, above.map({ tree.tag(of: $0) }) == .mo {
            text.unicodeScalars.append(accent)
        } else {
            write(script: sign, .superscript)
        }
        last = isBig ? .word : .operand
    }

    private mutating func writeBase(_ base: NodeID?) {
        guard let base else { return }
        let part = part { $0.write(base) }
        if last == .word || last == .gap || last == .operand && part.last == .word { addSpace() }
        let isSingle = part.text.isOneFactor || part.text.count == 1 || part.text.utf8.allSatisfy(\.isLetter)
        text += isSingle ? part.text : "(\(part.text))"
        last = isSingle ? part.last : .operand
    }

    /// The scripts behind the base in pairs, and then those before it.
    private mutating func writeScripts(aroundFirstOf parts: [NodeID]) {
        let split = parts.firstIndex { tree.tag(of: $0) == .mprescripts } ?? parts.count
        func write(_ scripts: ArraySlice<NodeID>, _ formula: inout FormulaText) {
            for (index, part) in scripts.enumerated() {
                formula.write(
                    script: formula.typed(part, inScript: true), index.isMultiple(of: 2) ? .subscript : .superscript)
            }
        }
        if last == .word || last == .gap { addSpace() }
        last = .infix
        write(parts.dropFirst(split + 1), &self)
        writeBase(parts.first)
        if split > 1 { write(parts[1..<split], &self) }
        last = .operand
    }

    /// Writes in Unicode's small characters or, if some are missing, after a sign.
    private mutating func write(script: String, _ kind: SmallScript) {
        guard !script.isEmpty else { return }
        if script.unicodeScalars.allSatisfy({ "′″‴*†‡°".unicodeScalars.contains($0) }) {
            text += script
        } else if scripts == 0, let small = kind.small(script) {
            text += small
        } else {
            text += kind.sign + (script.count == 1 ? script : "(\(script))")
        }
    }

    private mutating func writeFraction(_ id: NodeID, _ parts: [NodeID]) {
        let (above, below) = (typed(parts.first), typed(parts.dropFirst().first))
        if last != .start, last != .infix { addSpace() }
        let thickness = tree.attribute("linethickness", of: id) ?? "1"
        if thickness.first == "0", !thickness.contains(where: { "123456789".contains($0) }) {
            text += "\(above) choose \(below)"
        } else {
            text += (above.isProduct ? above : "(\(above))") + "/"
            let isDifferential = (below.first == "d" || below.first == "∂") && String(below.dropFirst()).isOneFactor
            text += below.isOneFactor || isDifferential ? below : "(\(below))"
        }
        last = .word
    }

    private mutating func writeRoot(of radicand: String, index: NodeID?) {
        if last == .word || last == .gap { addSpace() }
        if let index { write(script: typed(index, inScript: true), .superscript) }
        let isPlain = radicand.utf8.allSatisfy(\.isDigit) || radicand.count == 1
        text += isPlain ? "√" + radicand : "√(\(radicand))"
        last = .operand
    }

    /// In brackets it is a matrix, and otherwise lines, as of an equation in several steps.
    private mutating func writeTable(of rows: [NodeID]) {
        let isMatrix = text.last.map { "([{|‖⌈⌊".contains($0) } ?? false
        for (index, row) in rows.enumerated() {
            let cells = children(of: row).enumerated().map { index, cell in
                part { part in
                    // What one column begins, the next goes on with: “x” and “= 1”.
                    if index > 0, !isMatrix { part.last = .operand }
                    part.write(cell)
                }.text
            }.filter { !$0.isEmpty }
            if index > 0 { text += isMatrix ? "; " : "\n" }
            text += cells.joined(separator: isMatrix ? ", " : " ")
        }
        last = .operand
    }

    private static let accents: [String: UnicodeScalar] = [
        "^": "\u{302}", "ˆ": "\u{302}", "~": "\u{303}", "˜": "\u{303}", "¯": "\u{304}", "‾": "\u{304}", "_": "\u{304}",
        "―": "\u{304}", "˙": "\u{307}", ".": "\u{307}", "¨": "\u{308}", "ˇ": "\u{30C}", "→": "\u{20D7}",
        "⃗": "\u{20D7}"
    ]
}

extension StringProtocol {
    fileprivate var trimmed: String {
        String(split(separator: " ", omittingEmptySubsequences: true).joined(separator: " "))
    }
}

extension String {
    /// Whether it needs no brackets before and after other factors: a number, a letter with its small signs, or brackets.
    fileprivate var isOneFactor: Bool {
        guard let first = unicodeScalars.first else { return true }
        let rest = unicodeScalars.dropFirst()
        if first.properties.numericType != nil,
            unicodeScalars.allSatisfy({ $0.value < 0x80 && ($0 == "." || $0.properties.numericType != nil) })
        {
            return true
        }
        if first == "(" || first == "√" { return isEnclosed }
        return first.properties.isAlphabetic && rest.allSatisfy { SmallScript.has($0) }
    }

    /// Whether the first bracket is closed by the last character.
    private var isEnclosed: Bool {
        var open = 0
        for (index, character) in zip(indices, self) {
            if character == "(" { open += 1 }
            if character == ")" { open -= 1 }
            if open == 0, character == ")" { return self.index(after: index) == endIndex }
        }
        return count == 2
    }

    /// Whether it needs no brackets before a slash: without signs between operands.
    fileprivate var isProduct: Bool {
        isOneFactor
            || unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || SmallScript.has($0)
            }
    }
}

/// Superscript and subscript in Unicode's characters.
package enum SmallScript: Sendable {
    case superscript
    case `subscript`

    /// The sign before text without such characters.
    package var sign: String { self == .superscript ? "^" : "_" }

    /// Returns a character in its small form; nil if there is none.
    package func small(_ scalar: UnicodeScalar) -> UnicodeScalar? {
        (self == .superscript ? Self.superscripts : Self.subscripts)[scalar]
    }

    func small(_ text: String) -> String? {
        var small = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard let one = self.small(scalar) else { return nil }
            small.append(one)
        }
        return String(small)
    }

    /// Whether a character is in small form, or an accent.
    static func has(_ scalar: UnicodeScalar) -> Bool {
        smallCharacters.contains(scalar) || (0x300..<0x370).contains(scalar.value)
            || "′″‴\u{20D7}".unicodeScalars.contains(scalar)
    }

    private static let smallCharacters = Set(superscripts.values).union(subscripts.values)
    private static let superscripts = pairs(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
    private static let subscripts = pairs("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")

    private static func pairs(_ plain: String, _ small: String) -> [UnicodeScalar: UnicodeScalar] {
        Dictionary(zip(plain.unicodeScalars, small.unicodeScalars), uniquingKeysWith: { first, _ in first })
    }
}
