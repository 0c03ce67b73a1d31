import Addresses
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

    /// As curl reads it, which is what it connects to.
    var origin: Origin? {
        guard let scheme = part(CURLUPART_SCHEME), let host = part(CURLUPART_HOST) else { return nil }
        return Origin(
            scheme: scheme.lowercased(), host: host.lowercased(), port: part(CURLUPART_PORT).flatMap { UInt16($0) })
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
