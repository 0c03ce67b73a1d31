import FoundationEssentials
import Glibc

extension Date {
    /// As mail and lists of subscriptions write it, in UTC: “Sat, 21 Nov 2026 12:00:00 GMT”.
    var rfc822: String {
        var seconds = time_t(timeIntervalSince1970)
        var fields = tm()
        var text = [CChar](repeating: 0, count: 64)
        guard gmtime_r(&seconds, &fields) != nil else { return "" }
        // lede leaves the language of the C library as it is at first, in which days and months have these names.
        let length = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &fields)
        return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
