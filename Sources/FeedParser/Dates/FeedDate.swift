package import FoundationEssentials

extension Date {
    /// A date as feeds write it; nil if it is none or none that exists, since no date is better than a wrong one.
    ///
    /// Every notation is read wherever a date may stand, because feeds mix them. Without a zone it is UTC.
    init?(inFeed text: UnsafeBufferPointer<UInt8>) {
        let text = text.trimmed
        // No date is longer, and a long text is not worth looking at.
        guard text.count <= 120, let date = Self.read(text) else { return nil }
        self = date
    }

    /// The same of a text: dates of HTTP are written as those of feeds.
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

    /// The moment when a clock that is so many minutes ahead of UTC shows this time.
    init(_ day: CivilDay, _ time: ClockTime = .midnight, offset: Int = 0) {
        self.init(timeIntervalSince1970: Double(day.daysSince1970 * 86_400 - offset * 60) + time.secondsSinceMidnight)
    }
}
