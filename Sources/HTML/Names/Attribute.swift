/// The attributes that lede uses.
public enum Attribute: UInt32, CaseIterable, Sendable {
    case align, alt, ariaHidden, ariaLabel, charset, checked, cite, `class`, color, colspan, content, data, disabled,
        encoding
    case face, height, hidden, href, hreflang, httpEquiv, id, multiple, name, open, rel, reversed, role, rowspan
    case selected, size, src, srcset, start, style, title, type, value, width
    // Attributes with the URLs of images that a page loads later.
    case dataSrc, dataSrcset, dataLazySrc, dataLazySrcset, dataOriginal
    // Attributes by which a page says what its parts are.
    case ariaModal, datetime, itemprop, itemtype, lang, property

    /// The name as in documents: `data-src`.
    package var spelling: String {
        "\(self)".reduce(into: "") { name, letter in
            name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
    }
}
