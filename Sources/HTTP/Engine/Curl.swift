import CCurl
import Glibc

extension Curl {
    /// The library, loaded when it is first asked for, which takes milliseconds.
    static let loaded: Result<Curl, FetchFailure> = {
        var curl = Curl()
        if let reason = lede_curl_load(&curl) { return .failure(.noCurl(String(cString: reason))) }
        let status = curl.global_init(Int(CURL_GLOBAL_DEFAULT))
        precondition(status == CURLE_OK, "curl has no memory to start with")
        return .success(curl)
    }()

    /// Whether the system's authorities are in the one file where curl looks for them.
    static let hasAuthorityFile: Bool = {
        guard let path = (try? loaded.get()).flatMap(EasyHandle.init)?.text(CURLINFO_CAINFO) else { return false }
        return access(path, R_OK) == 0
    }()

    /// What a code means, in curl's words.
    func words(for code: CURLcode) -> String {
        easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
    }
}
