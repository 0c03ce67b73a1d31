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

/// One of curl's easy handles, freed with this object.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    let curl: Curl

    init?(_ curl: Curl) {
        guard let pointer = curl.easy_init() else { return nil }
        self.pointer = pointer
        self.curl = curl
    }

    deinit { curl.easy_cleanup(pointer) }

    func set(_ option: CURLoption, _ value: Int) { lede_curl_set_long(curl, pointer, option, value) }

    func set(_ option: CURLoption, _ isOn: Bool) { lede_curl_set_long(curl, pointer, option, isOn ? 1 : 0) }

    /// curl copies the text.
    func set(_ option: CURLoption, _ text: String?) { lede_curl_set_string(curl, pointer, option, text) }

    /// Sets a body, which curl copies, and with it the method POST.
    func setBody(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { lede_curl_set_body(curl, pointer, $0.baseAddress, $0.count) }
    }

    /// The pointer must stay valid as long as the transfer.
    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        lede_curl_set_pointer(curl, pointer, option, value)
    }

    func set(_ option: CURLoption, _ callback: lede_curl_data_callback) {
        lede_curl_set_data_callback(curl, pointer, option, callback)
    }

    /// Reads a number, 0 if there is none.
    func figure(_ info: CURLINFO) -> Int {
        var value = 0
        lede_curl_get_long(curl, pointer, info, &value)
        return value
    }

    /// Reads a count or a time in microseconds, which have a wider type in curl.
    func amount(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        lede_curl_get_amount(curl, pointer, info, &value)
        return Int(value)
    }

    func text(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        lede_curl_get_string(curl, pointer, info, &value)
        return value.map { String(cString: $0) }
    }
}

/// curl's list of headers, freed with this object.
final class HeaderList {
    let first: UnsafeMutablePointer<curl_slist>?
    private let curl: Curl

    init(_ lines: [String], _ curl: Curl) {
        self.curl = curl
        // Without memory for another header the list would be lost, so it stays as it is.
        first = lines.reduce(nil) { list, line in curl.slist_append(list, line) ?? list }
    }

    deinit { curl.slist_free_all(first) }
}

extension Duration {
    /// Rounded up, so that a wait isn't too short.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = Int(seconds).multipliedReportingOverflow(by: 1000)
        return isTooLong ? .max : whole + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
