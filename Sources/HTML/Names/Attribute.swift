/// The attributes that lede asks for.
public enum Attribute: UInt32, CaseIterable, Sendable {
    case align, alt, ariaHidden, ariaLabel, charset, checked, `class`, color, colspan, content, data, disabled, encoding
    case face, height, hidden, href, hreflang, httpEquiv, id, multiple, name, open, rel, reversed, role, rowspan
    case selected, size, src, srcset, start, style, title, type, value, width
    // Where pages that load their pictures late keep the addresses.
    case dataSrc, dataSrcset, dataLazySrc, dataLazySrcset, dataOriginal

    /// The name as documents spell it: `data-src`.
    var spelling: String {
        "\(self)".reduce(into: "") { name, letter in
            name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
    }
}
