import CCurl
import Glibc

/// curl's URL parser, for comparison with lede's.
struct BareURLs {
    typealias URL = OpaquePointer

    private let new: @convention(c) () -> URL?
    private let copy: @convention(c) (URL?) -> URL?
    private let cleanUp: @convention(c) (URL?) -> Void
    private let set: @convention(c) (URL?, CURLUPart, UnsafePointer<CChar>?, UInt32) -> CURLUcode
    private let get:
        @convention(c) (URL?, CURLUPart, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, UInt32) -> CURLUcode
    private let releaseText: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// Loads curl at run time, because nothing is linked with it.
    init() {
        let library = dlopen("libcurl.so.4", RTLD_NOW)
        func function<Type>(_ name: String, as type: Type.Type) -> Type {
            guard let address = dlsym(library, name) else { preconditionFailure("curl has no \(name)") }
            // Safe: the types above are those that curl/urlapi.h declares for these names.
            return unsafeBitCast(address, to: type)
        }
        new = function("curl_url", as: type(of: new))
        copy = function("curl_url_dup", as: type(of: copy))
        cleanUp = function("curl_url_cleanup", as: type(of: cleanUp))
        set = function("curl_url_set", as: type(of: set))
        get = function("curl_url_get", as: type(of: get))
        releaseText = function("curl_free", as: type(of: releaseText))
    }

    /// Parses and serialises a URL, with its host in the form for lookups if `looksUp` is set. Returns false if it
    /// isn't a URL.
    func reads(_ text: UnsafePointer<CChar>, resolvedOn base: URL?, looksUp: Bool) -> Bool {
        let url = base == nil ? new() : copy(base)
        defer { cleanUp(url) }
        return set(url, CURLUPART_URL, text, Self.flags) == CURLUE_OK && writes(url, looksUp: looksUp)
    }

    /// Returns a URL that is never freed.
    func url(_ text: String) -> URL? {
        let url = new()
        _ = set(url, CURLUPART_URL, text, Self.flags)
        return url
    }

    func writesWithoutFragment(_ url: URL?) -> Bool {
        let url = copy(url)
        defer { cleanUp(url) }
        return set(url, CURLUPART_FRAGMENT, nil, 0) == CURLUE_OK && writes(url, looksUp: false)
    }

    private func writes(_ url: URL?, looksUp: Bool) -> Bool {
        var text: UnsafeMutablePointer<CChar>?
        defer { releaseText(text) }
        return get(url, CURLUPART_URL, &text, looksUp ? UInt32(CURLU_PUNYCODE) : 0) == CURLUE_OK
    }

    private static let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_ALLOW_SPACE | CURLU_URLENCODE)
}
