import FoundationEssentials
import Glibc

extension Date {
    /// The date in UTC, to the second, as in JSON (RFC 3339).
    ///
    /// Setting up Foundation's formatter takes longer than printing a page of items.
    var rfc3339: String {
        let seconds = timeIntervalSince1970.rounded(.down)
        // The years 1 to 9999, which have four digits.
        guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return formatted(.iso8601) }
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        var text: [UInt8] = []
        text.reserveCapacity(20)
        func append(_ number: Int32, digits: Int, then end: Unicode.Scalar) {
            let written = String(number).utf8
            text += repeatElement(UInt8(ascii: "0"), count: digits - written.count)
            text += written
            text.append(UInt8(ascii: end))
        }
        append(parts.tm_year + 1900, digits: 4, then: "-")
        append(parts.tm_mon + 1, digits: 2, then: "-")
        append(parts.tm_mday, digits: 2, then: "T")
        append(parts.tm_hour, digits: 2, then: ":")
        append(parts.tm_min, digits: 2, then: ":")
        append(parts.tm_sec, digits: 2, then: "Z")
        return String(decoding: text, as: UTF8.self)
    }
}
