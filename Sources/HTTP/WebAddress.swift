import CCurl

/// An address, taken to pieces by curl as it does itself; its handle is freed with this.
final class WebAddress {
    private let handle: OpaquePointer
    private let curl: Curl

    /// Nil where it is no address.
    init?(_ url: String, _ curl: Curl) {
        guard let handle = curl.url() else { return nil }
        self.handle = handle
        self.curl = curl
        guard set(CURLUPART_URL, url) else { return nil }
    }

    deinit { curl.url_cleanup(handle) }

    var text: String? { part(CURLUPART_URL) }

    var origin: Origin {
        Origin(
            isSecure: part(CURLUPART_SCHEME) == "https", host: part(CURLUPART_HOST)?.lowercased(),
            port: part(CURLUPART_PORT, Int(CURLU_DEFAULT_PORT)))
    }

    /// The name and the password that stand in the address.
    var credentials: Credentials? {
        guard let name = part(CURLUPART_USER, Int(CURLU_URLDECODE)) else { return nil }
        return Credentials(name: name, password: part(CURLUPART_PASSWORD, Int(CURLU_URLDECODE)) ?? "")
    }

    func removeCredentials() {
        set(CURLUPART_USER, nil)
        set(CURLUPART_PASSWORD, nil)
    }

    /// Goes where a reference leads from here; false where it leads nowhere.
    func follow(_ reference: String) -> Bool { set(CURLUPART_URL, reference) }

    @discardableResult
    private func set(_ part: CURLUPart, _ text: String?) -> Bool {
        // What is no scheme of curl's is an address too, though not one that is fetched; servers write spaces as they are.
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)
        return curl.url_set(handle, part, text, flags) == CURLUE_OK
    }

    private func part(_ part: CURLUPart, _ flags: Int = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl.url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
        defer { curl.free(text) }
        return String(cString: text)
    }
}

/// Whom one talks to: what is meant for one origin is nothing for another.
struct Origin: Equatable {
    let isSecure: Bool
    let host: String?
    let port: String?

    /// Whether this is as good as `other`: the same, or the same host that has turned from http to https.
    func isTrusted(as other: Origin) -> Bool {
        self == other || host == other.host && isSecure && port == "443" && !other.isSecure && other.port == "80"
    }
}
