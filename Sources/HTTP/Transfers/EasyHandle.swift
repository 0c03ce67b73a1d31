import CCurl

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
