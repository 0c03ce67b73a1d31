import System

/// Parses a URL (URL Standard, 4.4): each method is one or a few of the standard's states.
struct URLParser {
    private(set) var parts = URLParts()
    private let base: URLParts?
    private let input: [UInt8]
    /// The position of the next byte.
    private var at = 0
    private var isSpecial = false

    /// Fails if the text is empty and has no base.
    init?(_ text: [UInt8], base: URLParts?) {
        var text = text[...]
        while let first = text.first, first <= 0x20 { text = text.dropFirst() }
        while let last = text.last, last <= 0x20 { text = text.dropLast() }
        // The standard ignores line breaks and tabs inside a URL.
        input = text.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        self.base = base
        if input.isEmpty, base == nil { return nil }
    }

    /// Parses the text; returns false if it isn't a URL.
    mutating func parse() -> Bool {
        if readScheme() {
            isSpecial = SpecialScheme.isSpecial(parts.scheme)
            return readAfterScheme()
        }
        guard let base else { return false }
        if base.hasOpaquePath {
            guard current == .hash else { return false }
            parts = base
            parts.fragment = nil
            readFragment()
            return true
        }
        parts.scheme = base.scheme
        isSpecial = SpecialScheme.isSpecial(parts.scheme)
        return parts.scheme == SpecialScheme.file ? readFile() : readRelative(to: base)
    }

    private var current: UInt8? { at < input.count ? input[at] : nil }

    private var rest: ArraySlice<UInt8> { input[at...] }

    private func isSlash(_ byte: UInt8?) -> Bool { byte == .slash || isSpecial && byte == .backslash }

    private mutating func readScheme() -> Bool {
        guard let first = input.first, first.isLetter, let end = input.firstIndex(where: { !$0.isOfScheme }),
            input[end] == .colon
        else { return false }
        parts.scheme = input[..<end].map(\.lowercased)
        at = end + 1
        return true
    }

    private mutating func readAfterScheme() -> Bool {
        if parts.scheme == SpecialScheme.file { return readFile() }
        if isSpecial {
            if let base, base.scheme == parts.scheme, !rest.starts(with: [.slash, .slash]) {
                return readRelative(to: base)
            }
            skipSlashes()
            return readAuthority()
        }
        if rest.starts(with: [.slash, .slash]) {
            at += 2
            return readAuthority()
        }
        if current == .slash {
            at += 1
            readPath()
        } else {
            parts.hasOpaquePath = true
            readOpaquePath()
        }
        return true
    }

    private mutating func skipSlashes() { while isSlash(current) { at += 1 } }

    // The states “relative” and “relative slash”.
    private mutating func readRelative(to base: URLParts) -> Bool {
        if isSlash(current) {
            at += 1
            if isSpecial, isSlash(current) {
                skipSlashes()
                return readAuthority()
            }
            if current == .slash {
                at += 1
                return readAuthority()
            }
            parts.copyHost(of: base)
            readPath()
            return true
        }
        parts.copyHost(of: base)
        readPath(from: base)
        return true
    }

    /// Continues with the path of the base.
    private mutating func readPath(from base: URLParts) {
        parts.path = base.path
        switch current {
        case nil: parts.query = base.query
        case .question: readQuery()
        case .hash:
            parts.query = base.query
            readFragment()
        default:
            parts.shortenPath()
            readPath()
        }
    }

    // The states “authority”, “host” and “port”.
    private mutating func readAuthority() -> Bool {
        let end = rest.firstIndex { isSlash($0) || $0 == .question || $0 == .hash } ?? input.count
        var place = input[at..<end]
        if let sign = place.lastIndex(of: .at) {
            let credentials = place[..<sign]
            let colon = credentials.firstIndex(of: .colon) ?? sign
            parts.username.append(credentials[..<colon], encoding: .userinfo)
            parts.password.append(credentials[colon...].dropFirst(), encoding: .userinfo)
            place = place[(sign + 1)...]
            if place.isEmpty { return false }
        }
        var isInBrackets = false
        var hostEnd = place.endIndex
        for index in place.indices {
            if place[index] == .openingBracket { isInBrackets = true }
            if place[index] == .closingBracket { isInBrackets = false }
            if place[index] == .colon, !isInBrackets {
                hostEnd = index
                break
            }
        }
        let name = place[..<hostEnd]
        if name.isEmpty, isSpecial || hostEnd < place.endIndex { return false }
        guard let host = URLHost.serialized(name, isSpecial: isSpecial), readPort(place[hostEnd...].dropFirst()) else {
            return false
        }
        parts.host = host
        at = end
        readPathStart()
        return true
    }

    private mutating func readPort(_ digits: ArraySlice<UInt8>) -> Bool {
        guard !digits.isEmpty else { return true }
        var port = 0
        for byte in digits {
            guard byte.isDigit else { return false }
            port = min(port * 10 + Int(byte - UInt8(ascii: "0")), 1 << 16)
        }
        guard let port = UInt16(exactly: port) else { return false }
        parts.port = port == SpecialScheme.usualPort(of: parts.scheme) ? nil : port
        return true
    }

    // The states “file”, “file slash” and “file host”.
    private mutating func readFile() -> Bool {
        parts.host = []
        let base = base.flatMap { $0.scheme == SpecialScheme.file ? $0 : nil }
        guard isSlash(current) else {
            guard let base else {
                readPath()
                return true
            }
            parts.host = base.host
            if rest.beginsWithDrive {
                readPath()
            } else {
                readPath(from: base)
            }
            return true
        }
        at += 1
        guard isSlash(current) else {
            if let base {
                parts.host = base.host
                let drive = base.path.dropFirst().prefix { $0 != .slash }
                if !rest.beginsWithDrive, drive.isNormalDrive { parts.path = [.slash] + drive }
            }
            readPath()
            return true
        }
        at += 1
        let end = rest.firstIndex { $0.endsAuthority } ?? input.count
        let name = input[at..<end]
        if name.isDrive {
            readPath()
            return true
        }
        if !name.isEmpty {
            guard let host = URLHost.serialized(name, isSpecial: true) else { return false }
            parts.host = host == Array("localhost".utf8) ? [] : host
        }
        at = end
        readPathStart()
        return true
    }

    private mutating func readPathStart() {
        if isSlash(current) {
            at += 1
            readPath()
        } else if isSpecial {
            readPath()
        } else {
            readAfterPath()
        }
    }

    /// Reads segments; the slash before the first one, if any, has been read.
    private mutating func readPath() {
        while true {
            let end = rest.firstIndex { isSlash($0) || $0 == .question || $0 == .hash } ?? input.count
            let isLast = end == input.count || !isSlash(input[end])
            let start = parts.path.count
            parts.path.append(.slash)
            parts.path.append(input[at..<end], encoding: .path)
            let segment = parts.path[(start + 1)...]
            if let dots = segment.dots {
                parts.path.removeSubrange(start...)
                if dots == 2 { parts.shortenPath() }
                if isLast { parts.path.append(.slash) }
            } else if start == 0, segment.isDrive, parts.scheme == SpecialScheme.file {
                parts.path[2] = .colon
            }
            at = end
            if isLast { break }
            at += 1
        }
        readAfterPath()
    }

    private mutating func readOpaquePath() {
        let end = rest.firstIndex { $0 == .question || $0 == .hash } ?? input.count
        parts.path.append(input[at..<end], encoding: .control)
        if end < input.count, parts.path.last == 0x20 {
            parts.path.removeLast()
            parts.path.appendEncoded(0x20)
        }
        at = end
        readAfterPath()
    }

    private mutating func readAfterPath() {
        if current == .question {
            readQuery()
        } else if current == .hash {
            readFragment()
        }
    }

    private mutating func readQuery() {
        let end = rest.firstIndex(of: .hash) ?? input.count
        var query: [UInt8] = []
        query.append(input[(at + 1)..<end], encoding: isSpecial ? .specialQuery : .query)
        parts.query = query
        at = end
        readFragment()
    }

    private mutating func readFragment() {
        guard current == .hash else { return }
        var fragment: [UInt8] = []
        fragment.append(input[(at + 1)...], encoding: .fragment)
        parts.fragment = fragment
        at = input.count
    }
}

extension ArraySlice<UInt8> {
    /// 1 or 2 for a segment of one or two dots, percent-encoded or not.
    fileprivate var dots: Int? {
        var rest = self
        var count = 0
        while !rest.isEmpty {
            if rest.first == .dot {
                rest = rest.dropFirst()
            } else if rest.count >= 3, rest[rest.startIndex] == .percent,
                rest[rest.startIndex + 1] == UInt8(ascii: "2"),
                rest[rest.startIndex + 2] | 0x20 == UInt8(ascii: "e")
            {
                rest = rest.dropFirst(3)
            } else {
                return nil
            }
            count += 1
            if count > 2 { return nil }
        }
        return count == 0 ? nil : count
    }
}

/// The ASCII characters that must be encoded in one part of a URL (URL Standard, 1.3). Others are always encoded.
struct PercentEncodeSet {
    private let low: UInt64
    private let high: UInt64

    /// The control characters and the given ones.
    private init(_ characters: String) {
        var (low, high): (UInt64, UInt64) = (0xFFFF_FFFF, 1 << 63)
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        (self.low, self.high) = (low, high)
    }

    func contains(_ byte: UInt8) -> Bool {
        guard byte < 0x80 else { return true }
        return (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte - 64)) & 1 == 1
    }

    static let control = PercentEncodeSet("")
    static let fragment = PercentEncodeSet(" \"<>`")
    static let query = PercentEncodeSet(" \"#<>")
    fileprivate static let specialQuery = PercentEncodeSet(" \"#<>'")
    static let path = PercentEncodeSet(" \"#<>?^`{}")
    fileprivate static let userinfo = PercentEncodeSet(" \"#<>?^`{}/:;=@[\\]|")
}

extension [UInt8] {
    mutating func append(_ bytes: some Sequence<UInt8>, encoding set: PercentEncodeSet) {
        for byte in bytes {
            if set.contains(byte) { appendEncoded(byte) } else { append(byte) }
        }
    }

    /// Appends a percent sign and the two digits of a byte.
    package mutating func appendEncoded(_ byte: UInt8) {
        append(.percent)
        append((byte >> 4).hexDigit)
        append((byte & 15).hexDigit)
    }

    /// The bytes with percent-encoding decoded. Invalid encoding stays.
    package var percentDecoded: [UInt8] {
        guard contains(.percent) else { return self }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(count)
        var index = 0
        while index < count {
            if self[index] == .percent, index + 2 < count, let high = self[index + 1].hexValue,
                let low = self[index + 2].hexValue
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(self[index])
                index += 1
            }
        }
        return decoded
    }
}
