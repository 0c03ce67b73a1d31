import Configuration

/// A man page, in the macros that every man(1) understands.
struct ManualPage {
    private(set) var text: String

    /// The page's title consists of its name and section: “lede-urls(5)”.
    init(_ name: String, section: Int, about summary: String) {
        text = """
            .TH \(Self.escaped(name.uppercased())) \(section) "" "lede \(Version.current)" "lede's manual"
            .SH NAME
            \(Self.escaped(name)) \\- \(Self.escaped(summary))

            """
    }

    mutating func heading(_ title: String) { add(".SH \(Self.quoted(title.uppercased()))") }

    mutating func subheading(_ title: String) { add(".SS \(Self.quoted(title))") }

    mutating func paragraph(_ words: Words) {
        add(".PP")
        add(words.text)
    }

    /// Adds a term with its indented meaning.
    mutating func term(_ term: Words, _ meaning: Words) {
        add(".TP")
        add(term.text)
        add(meaning.text)
    }

    mutating func bullet(_ words: Words) {
        add(".IP \\(bu 2")
        add(words.text)
    }

    /// Adds lines exactly as typed.
    mutating func example(_ lines: [String]) {
        add(".PP\n.RS 4\n.EX")
        for line in lines { add(Words(line).text) }
        add(".EE\n.RE")
    }

    /// Indents what `body` adds, as far as the meaning of a term.
    mutating func relative(_ body: (inout ManualPage) -> Void) {
        add(".RS")
        body(&self)
        add(".RE")
    }

    private mutating func add(_ line: String) { text += line + "\n" }

    /// Words of a paragraph, some of them bold or italic.
    struct Words: ExpressibleByStringInterpolation {
        fileprivate var text: String

        init(_ plain: String) {
            let escaped = ManualPage.escaped(plain)
            // man would read a line that begins with one of these as a macro.
            text = escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
        }

        init(stringLiteral plain: String) { self.init(plain) }

        static func bold(_ plain: String) -> Words { Words(plain).inFont("B") }

        static func italic(_ plain: String) -> Words { Words(plain).inFont("I") }

        static func + (left: Words, right: Words) -> Words {
            var sum = left
            sum.text += right.text
            return sum
        }

        private func inFont(_ font: String) -> Words {
            var words = self
            if !text.isEmpty { words.text = "\\f\(font)\(text)\\fR" }
            return words
        }
    }

    private static func quoted(_ title: String) -> String {
        "\"\(escaped(title).replacing("\"", with: "\\(dq"))\""
    }

    /// Escapes hyphens, so that text copied from the page can be typed, and non-ASCII characters, so that no program on
    /// the way has to know the encoding.
    private static func escaped(_ plain: String) -> String {
        plain.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "\n": " "
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u\(hexadecimal(scalar))]"
            }
        }.joined()
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
