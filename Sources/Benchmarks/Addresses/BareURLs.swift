import CCurl
import Glibc

/// curl's own parser of URLs: what that of lede is compared with.
struct BareURLs {
    typealias URL = OpaquePointer

    private let new: @convention(c) () -> URL?
    private let copy: @convention(c) (URL?) -> URL?
    private let cleanUp: @convention(c) (URL?) -> Void
    private let set: @convention(c) (URL?, CURLUPart, UnsafePointer<CChar>?, UInt32) -> CURLUcode
    private let get:
        @convention(c) (URL?, CURLUPart, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, UInt32) -> CURLUcode
    private let releaseText: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// Loads curl, which nothing is linked with.
    init() {
        let library = dlopen("libcurl.so.4", RTLD_NOW)
        func function<Type>(_ name: String, as type: Type.Type) -> Type {
            guard let address = dlsym(library, name) else { preconditionFailure("curl has no \(name)") }
            return unsafeBitCast(address, to: type)
        }
        new = function("curl_url", as: type(of: new))
        copy = function("curl_url_dup", as: type(of: copy))
        cleanUp = function("curl_url_cleanup", as: type(of: cleanUp))
        set = function("curl_url_set", as: type(of: set))
        get = function("curl_url_get", as: type(of: get))
        releaseText = function("curl_free", as: type(of: releaseText))
    }

    /// The length of what a text comes to, with the host as it is looked up where `looksUp` says so; nil for no URL.
    func length(of text: UnsafePointer<CChar>, resolvedOn base: URL?, looksUp: Bool) -> Int? {
        let url = base == nil ? new() : copy(base)
        defer { cleanUp(url) }
        guard set(url, CURLUPART_URL, text, Self.flags) == CURLUE_OK else { return nil }
        return length(of: url, looksUp: looksUp)
    }

    func url(_ text: String) -> URL? {
        let url = new()
        precondition(
            set(url, CURLUPART_URL, text, Self.flags) == CURLUE_OK, "curl reads the addresses of the benchmark")
        return url
    }

    /// The length of the URL without its fragment.
    func lengthWithoutFragment(of url: URL?) -> Int? {
        let url = copy(url)
        defer { cleanUp(url) }
        guard set(url, CURLUPART_FRAGMENT, nil, 0) == CURLUE_OK else { return nil }
        return length(of: url, looksUp: false)
    }

    private func length(of url: URL?, looksUp: Bool) -> Int? {
        var text: UnsafeMutablePointer<CChar>?
        guard get(url, CURLUPART_URL, &text, looksUp ? UInt32(CURLU_PUNYCODE) : 0) == CURLUE_OK, let text else {
            return nil
        }
        defer { releaseText(text) }
        return strlen(text)
    }

    private static let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_ALLOW_SPACE | CURLU_URLENCODE)
}
