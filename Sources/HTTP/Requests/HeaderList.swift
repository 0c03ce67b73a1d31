import CCurl

/// curl's list of headers, which is freed with this.
final class HeaderList {
    let first: UnsafeMutablePointer<curl_slist>?
    private let curl: Curl

    init(_ lines: [String], _ curl: Curl) {
        self.curl = curl
        // Without memory for another the list would be lost: it is kept as it is then.
        first = lines.reduce(nil) { list, line in curl.slist_append(list, line) ?? list }
    }

    deinit { curl.slist_free_all(first) }
}
