/// Addresses on the web, as links give them and as they may be shown and fetched.
enum WebAddress {
    /// Where a link leads, without its fragment; nil for what is not on the web.
    static func of(_ link: String, base: URLReference?) -> String? {
        // Line breaks and tabs in a link mean nothing (https://url.spec.whatwg.org/#concept-basic-url-parser).
        let link = link.trimmed.utf8.filter { ![0x09, 0x0A, 0x0D].contains($0) }
        var reference = URLReference(withoutFeedScheme(String(decoding: link, as: UTF8.self)))
        if let base { reference = reference.resolved(against: base) }
        reference.fragment = nil
        guard reference.isWeb else { return nil }
        return visible(reference.text)
    }

    // "feed:" before an address, or in the place of its scheme, once told browsers what to open it with.
    private static func withoutFeedScheme(_ link: String) -> String {
        guard link.prefix(5).lowercased() == "feed:" else { return link }
        let rest = link.dropFirst(5)
        return rest.hasPrefix("//") ? "http:" + rest : String(rest)
    }

    // What can't be seen, or ends an address in text, is written as its bytes.
    private static func visible(_ url: String) -> String {
        guard url.unicodeScalars.contains(where: mustBeEncoded) else { return url }
        var text = ""
        for scalar in url.unicodeScalars {
            if mustBeEncoded(scalar) {
                for byte in String(scalar).utf8 {
                    text += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func mustBeEncoded(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "<", ">", "`": true
        case _ where scalar.value < 0x7F: scalar.value <= 0x20
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
            default: false
            }
        }
    }
}
