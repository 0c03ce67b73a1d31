import FoundationEssentials
import Glibc

extension Date {
    /// The date in UTC as mail and OPML write it: “Sat, 21 Nov 2026 12:00:00 GMT”.
    var rfc822: String {
        var seconds = time_t(timeIntervalSince1970)
        var fields = tm()
        var text = [CChar](repeating: 0, count: 64)
        guard gmtime_r(&seconds, &fields) != nil else { return "" }
        // lede never sets the C library's locale, so days and months have English names.
        let length = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &fields)
        return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
