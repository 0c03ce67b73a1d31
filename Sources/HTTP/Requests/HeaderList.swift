import CCurl

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
