/// The part of a host name between two dots.
struct HostLabel {
    private let scalars: [Unicode.Scalar]

    init(_ label: Substring) {
        scalars = label.unicodeScalars.flatMap { $0.properties.lowercaseMapping.unicodeScalars }
    }

    /// The label in lower case; in Punycode (RFC 3492) if it could pass for another one.
    var shown: String {
        // Labels aren't longer (RFC 1035, 2.3.4), and Punycode's time grows with the square of the length.
        guard scalars.count <= 63 else { return Self.percentEncoded(scalars) }
        return isPlain ? String(String.UnicodeScalarView(scalars)) : "xn--" + Punycode.encoded(scalars)
    }

    /// Browsers have the same rule (UTS 39, 5.2): all letters are of one script, or of Latin and those of Chinese,
    /// Japanese or Korean, and not all of them look like Latin letters.
    private var isPlain: Bool {
        let foreign = scalars.filter { !$0.isASCII }
        guard !foreign.isEmpty else { return true }
        var scripts = Set<HostScript>()
        for scalar in foreign {
            guard let script = HostScript(of: scalar) else { return false }
            scripts.insert(script)
        }
        let hasASCIILetters = scalars.contains { $0.properties.isAlphabetic && $0.isASCII }
        if hasASCIILetters { scripts.insert(.latin) }
        guard scripts.count == 1 || HostScript.mixtures.contains(where: scripts.isSubset) else { return false }
        if hasASCIILetters, hasSignBesideLatin { return false }
        return !foreign.allSatisfy(HostScript.lookalikes.contains)
    }

    /// Whether a letter that looks like a slash or a dash is next to a Latin one, so that the URL seems to end there.
    private var hasSignBesideLatin: Bool {
        scalars.indices.contains { index in
            guard HostScript.signs.contains(scalars[index]) else { return false }
            return [index - 1, index + 1].contains { scalars.indices.contains($0) && scalars[$0].isASCII }
        }
    }

    private static func percentEncoded(_ scalars: [Unicode.Scalar]) -> String {
        // Bytes, since a view of scalars is copied whole whenever a few are added.
        var text: [UInt8] = []
        for byte in String(String.UnicodeScalarView(scalars)).utf8 {
            if byte < 0x80 { text.append(byte) } else { text.appendEncoded(byte) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
