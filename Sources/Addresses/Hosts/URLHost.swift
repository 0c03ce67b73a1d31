/// The host of a URL (URL Standard, 3).
enum URLHost {
    /// The canonical form of a host that a URL has as `text`; nil if it is invalid.
    static func serialized(_ text: ArraySlice<UInt8>, isSpecial: Bool) -> [UInt8]? {
        if text.first == .openingBracket {
            guard text.count > 2, text.last == .closingBracket, let number = IPv6Text(text.dropFirst().dropLast())
            else {
                return nil
            }
            return [.openingBracket] + number.serialized + [.closingBracket]
        }
        guard isSpecial else { return opaque(text) }
        guard let name = name(text) else { return nil }
        guard IPv4Text.isMeant(by: name[...]) else { return name }
        return IPv4Text(name[...]).map(\.serialized)
    }

    private static func opaque(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard !text.contains(where: isForbidden) else { return nil }
        var host: [UInt8] = []
        host.append(text, encoding: .control)
        return host
    }

    private static func name(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var name = Array(text).percentDecoded
        if name.allSatisfy({ $0 < 0x80 }) {
            // An all-ASCII name isn't decoded, so its Punycode isn't checked.
            for index in name.indices { name[index] = name[index].lowercased }
        } else {
            guard let ascii = IDNA.ascii(String(decoding: name, as: UTF8.self)) else { return nil }
            name = ascii
        }
        guard !name.isEmpty, !name.contains(where: { isForbidden($0) || $0 <= 0x1F || $0 == .percent || $0 == 0x7F })
        else { return nil }
        return name
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte == 0 || byte == 0x09 || byte == 0x0A || byte == 0x0D || " #/:<>?@[\\]^|".utf8.contains(byte)
    }
}
