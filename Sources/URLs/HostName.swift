import Glibc

/// A host name as it is written in a URL.
package struct HostName: Equatable, Sendable {
    private let name: Substring

    package init(_ name: some StringProtocol) { self.name = Substring(name) }

    /// The name for display: in lower case, with labels in Punycode that could pass for others.
    package var shown: String {
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name.lowercased() }
        // A look-up replaces some letters that a host may be written with.
        let lookedUp = IDNA.unicode(String(name))?.split(separator: ".", omittingEmptySubsequences: false)
        return (lookedUp ?? labels).map { HostLabel($0).shown }.joined(separator: ".")
    }

    /// Whether it can only name a host on the user's network: an IP address that isn't public, a name without a dot, or
    /// a name reserved for private use (RFC 6761, 6762, 8375).
    package var isLocal: Bool {
        if let number = IPAddress(name) { return !number.isPublic }
        let name = labels.filter { !$0.isEmpty }.map { $0.lowercased() }
        guard name.count > 1, let last = name.last else { return true }
        return Self.localEndings.contains(last) || name.suffix(2) == ["home", "arpa"]
    }

    private static let localEndings: Set = [
        "localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "localdomain"
    ]

    /// East Asian full stops separate labels, too (UTS 46, 4.5).
    private var labels: [Substring] {
        name.split(omittingEmptySubsequences: false) { [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"].contains($0) }
    }
}

/// The part of a host name between two dots.
private struct HostLabel {
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

/// The scripts that lede shows in host names. The standard library doesn't know a letter's script, so this lists the
/// ranges of letters in use today (Unicode's Scripts.txt). Other letters are never shown.
private enum HostScript: CaseIterable {
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

extension StringProtocol where SubSequence == Substring {
    /// A host without the “www.” that many sites have before their name.
    package var withoutWWW: Substring { hasPrefix("www.") ? dropFirst(4) : self[...] }
}

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
    /// Four bytes, or sixteen.
    package let bytes: [UInt8]

    /// Reads an IP address, IPv6 with or without brackets, and IPv4 also in older forms such as `0x7f.1`. Fails for a
    /// name.
    package init?(_ text: some StringProtocol) {
        var text = String(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        // The part after a percent sign names a network interface.
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &v6) == 1 {
            self.init(withUnsafeBytes(of: &v6, Array.init))
        } else if inet_aton(text, &v4) != 0 {
            self.init(withUnsafeBytes(of: &v4, Array.init))
        } else {
            return nil
        }
    }

    /// Fails if the bytes aren't an IPv4 or IPv6 address; `size` is their number.
    package init?(_ address: UnsafeRawPointer, size: Int) {
        guard size >= MemoryLayout<sockaddr>.size else { return nil }
        switch Int32(address.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET where size >= MemoryLayout<sockaddr_in>.size:
            self.init(withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in.self).sin_addr, Array.init))
        case AF_INET6 where size >= MemoryLayout<sockaddr_in6>.size:
            self.init(withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in6.self).sin6_addr, Array.init))
        default: return nil
        }
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether it is on the public network: neither this machine, nor a private network, nor a reserved range.
    package var isPublic: Bool { bytes.count == 4 ? Self.isPublic(v4: bytes[...]) : isPublicV6 }

    // The special-purpose ranges (RFC 6890), except those for examples and benchmarks, which are harmless.
    private static func isPublic(v4 bytes: ArraySlice<UInt8>) -> Bool {
        let (first, second) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
        return switch first {
        case 0, 10, 127: false  // this machine, private, loopback
        case 100: second & 0xC0 != 64  // behind the provider's address translation
        case 169: second != 254  // link-local
        case 172: second & 0xF0 != 16  // private
        case 192: second != 168 && !bytes.dropFirst().starts(with: [0, 0])  // private, and the way through IPv6
        default: first < 224  // multicast, reserved, broadcast
        }
    }

    private var isPublicV6: Bool {
        // An IPv6 address that embeds an IPv4 one leads there: mapped, compatible, NAT64 and 6to4.
        if bytes.starts(with: [UInt8](repeating: 0, count: 10)) {
            let kind = bytes[10..<12]
            return (kind == [0, 0] || kind == [0xFF, 0xFF]) && Self.isPublic(v4: bytes[12...])
        }
        if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B]) {
            return bytes[4..<12].allSatisfy { $0 == 0 } && Self.isPublic(v4: bytes[12...])
        }
        return switch bytes[0] {
        case 0x20 where bytes[1] == 0x02: Self.isPublic(v4: bytes[2..<6])
        case 0xFC, 0xFD, 0xFF: false  // unique local, multicast
        case 0xFE: bytes[1] & 0x80 == 0  // link-local, and the older site-local
        default: true
        }
    }
}

/// The user's list of allowed hosts: “lwn.net !ads.example”. Each host includes its subdomains, and “!” forbids it.
package struct HostList: Equatable, Sendable {
    private var allowed: [String] = []
    private var forbidden: [String] = []

    /// Allows all hosts.
    package init() {}

    package init(_ words: String) {
        var isForbidden = false
        for word in words.split(whereSeparator: { $0 == " " || $0 == "," }) {
            let name = word.drop { $0 == "!" }
            isForbidden = isForbidden || name.count < word.count
            // The “!” may stand alone.
            if name.isEmpty { continue }
            if isForbidden { forbidden.append(Self.host(name)) } else { allowed.append(Self.host(name)) }
            isForbidden = false
        }
    }

    /// The host as URLs have it, in lower case and in Punycode. Takes URLs, too, and a wildcard for subdomains.
    private static func host(_ name: Substring) -> String {
        if name.contains("://"), let host = WebURL(name)?.host { return String(host) }
        let name = name.trimmingPrefix("*").trimmingPrefix(".")
        return WebURL("https://\(name)")?.host.map(String.init) ?? name.lowercased()
    }

    package func allows(_ host: some StringProtocol) -> Bool {
        // A look-up takes “lwn.net.” for the same.
        let host = host.hasSuffix(".") ? host.dropLast() : host[...]
        func isIn(_ names: [String]) -> Bool { names.contains { host == $0 || host.hasSuffix(".\($0)") } }
        return !isIn(forbidden) && (allowed.isEmpty || isIn(allowed))
    }
}
