import Typesetting

extension Output {
    /// Prints lines from the typesetter, which are clean; styled if a terminal shows them.
    static func lines(_ lines: [Line], isStyled: Bool) {
        guard !lines.isEmpty else { return }
        line(lines.map { isStyled ? $0.styled : $0.text }.joined(separator: "\n"))
    }
}

extension Line {
    fileprivate var styled: String {
        runs.map { run in
            let codes = run.style.codes
            return codes.isEmpty ? run.text : "\u{1B}[\(codes)m\(run.text)\u{1B}[0m"
        }.joined()
    }
}

extension Style {
    /// The codes of ECMA-48's “select graphic rendition”: only attributes, so that they suit every palette.
    fileprivate var codes: String {
        var codes: [String] = []
        if contains(.bold) { codes.append("1") }
        if !isDisjoint(with: [.dim, .image]) { codes.append("2") }
        if contains(.italic) { codes.append("3") }
        if !isDisjoint(with: [.underline, .link]) { codes.append("4") }
        return codes.joined(separator: ";")
    }
}
