/// The scripts that lede shows in host names. The standard library doesn't know a letter's script, so this lists the
/// ranges of letters in use today (Unicode's Scripts.txt). Other letters are never shown.
enum HostScript: CaseIterable {
    case latin, greek, cyrillic, armenian, hebrew, arabic, devanagari, bengali, gurmukhi, gujarati, oriya, tamil,
        telugu, kannada
    case malayalam, sinhala, thai, lao, tibetan, myanmar, georgian, ethiopic, khmer, hangul, hiragana, katakana,
        bopomofo, han

    /// Fails if the character isn't a letter or mark of these scripts.
    init?(of scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: break
        default: return nil
        }
        let value = scalar.value
        guard let script = Self.allCases.first(where: { $0.ranges.contains { $0.contains(value) } }) else { return nil }
        self = script
    }

    /// The scripts that one label may mix (UTS 39, “highly restrictive”).
    static let mixtures: [Set<HostScript>] = [
        [.latin, .han, .hiragana, .katakana], [.latin, .han, .bopomofo], [.latin, .han, .hangul]
    ]

    /// Letters of other scripts that look like Latin ones. A label with only such letters looks like a Latin label.
    static let lookalikes = Set(
        ("аысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡ" + "αικνορτυωηχ" + "ագզլհյոռսցքօֆ" + "וןסחט" + "ჽჿ" + "ทนบพรห" + "ሀሠሰዐዘ" + "ဝခဂငစဘ")
            .unicodeScalars)

    /// Letters that look like a slash, a dash or a dot.
    static let signs = Set("ノンソゾヽヾ一ー丨丶丿乀〆ヘへ".unicodeScalars)

    private var ranges: [ClosedRange<UInt32>] {
        switch self {
        // Excludes ı, ȷ, ĸ, ſ and phonetic letters, which pass for others.
        case .latin:
            [
                0x61...0x7A, 0xDF...0xF6, 0xF8...0x130, 0x132...0x137, 0x139...0x148, 0x14A...0x17E, 0x1A0...0x1A1,
                0x1AF...0x1B0, 0x1CD...0x1DC, 0x218...0x21B, 0x1EA0...0x1EF9
            ]
        case .greek: [0x386...0x386, 0x388...0x3CE]
        case .cyrillic: [0x400...0x481, 0x48A...0x52F]
        case .armenian: [0x531...0x556, 0x561...0x586]
        case .hebrew: [0x5D0...0x5EA]
        case .arabic: [0x620...0x65F, 0x66E...0x6D3, 0x6FA...0x6FF]
        case .devanagari: [0x900...0x963, 0x971...0x97F]
        case .bengali: [0x980...0x9E3]
        case .gurmukhi: [0xA01...0xA75]
        case .gujarati: [0xA81...0xAE3]
        case .oriya: [0xB01...0xB63]
        case .tamil: [0xB82...0xBD7]
        case .telugu: [0xC00...0xC63]
        case .kannada: [0xC80...0xCE3]
        case .malayalam: [0xD00...0xD63]
        case .sinhala: [0xD81...0xDDF]
        case .thai: [0xE01...0xE3A, 0xE40...0xE4E]
        case .lao: [0xE81...0xEDF]
        case .tibetan: [0xF40...0xFBC]
        case .myanmar: [0x1000...0x104F]
        case .georgian: [0x10D0...0x10FA, 0x10FD...0x10FF]
        case .ethiopic: [0x1200...0x135F]
        case .khmer: [0x1780...0x17D3]
        case .hangul: [0xAC00...0xD7A3]
        case .hiragana: [0x3041...0x3096, 0x309D...0x309E]
        case .katakana: [0x30A1...0x30FA, 0x30FC...0x30FE]
        case .bopomofo: [0x3105...0x312F]
        case .han: [0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x2FA1F]
        }
    }
}
