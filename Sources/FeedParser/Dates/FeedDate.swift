package import FoundationEssentials

extension Date {
    /// Reads a date as feeds write it; nil if it is invalid or doesn't exist, since no date is better than a wrong one.
    ///
    /// Every format is read everywhere, because feeds mix them. Without a zone it is UTC.
    init?(inFeed text: UnsafeBufferPointer<UInt8>) {
        let text = text.trimmed
        // Every date is shorter, and longer texts aren't worth reading.
        guard text.count <= 120, let date = Self.read(text) else { return nil }
        self = date
    }

    /// Reads the date in a string. HTTP's dates have the same formats.
    package init?(inFeed text: String) {
        var text = text
        guard let date = text.withUTF8({ Date(inFeed: $0) }) else { return nil }
        self = date
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
        if let date = CommonDate.read(text.span) { return date }
        let text = String(decoding: text, as: UTF8.self)
        return ISODate.read(text) ?? UnixTime.read(text) ?? LooseDate.read(text)
    }

    /// Creates the moment when a clock that is `offset` minutes ahead of UTC shows this time.
    init(_ day: CivilDay, _ time: TimeOfDay = .midnight, offset: Int = 0) {
        self.init(timeIntervalSince1970: Double(day.daysSince1970 * 86_400 - offset * 60) + time.secondsSinceMidnight)
    }
}
