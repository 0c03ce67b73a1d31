import CCurl
import Glibc

extension Curl {
    /// The library, loaded at the first use, which takes milliseconds.
    static let loaded: Result<Curl, FetchFailure> = {
        var curl = Curl()
        if let reason = lede_curl_load(&curl) { return .failure(.noCurl(String(cString: reason))) }
        let status = curl.global_init(Int(CURL_GLOBAL_DEFAULT))
        precondition(status == CURLE_OK, "curl has no memory to start with")
        return .success(curl)
    }()

    /// Whether the system's certificate authorities are in the file where curl looks for them.
    static let hasAuthorityFile: Bool = {
        guard let path = (try? loaded.get()).flatMap(EasyHandle.init)?.text(CURLINFO_CAINFO) else { return false }
        return access(path, R_OK) == 0
    }()

    /// Curl's description of an error code.
    func words(for code: CURLcode) -> String {
        easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
    }
}
