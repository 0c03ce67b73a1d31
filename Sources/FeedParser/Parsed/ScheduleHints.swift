/// A feed's hints on how often to fetch it.
package struct ScheduleHints: Hashable, Sendable {
    /// Minutes for which a copy may be kept.
    package var timeToLive: Int?
    /// Usual minutes between two changes (`sy:updatePeriod` divided by `sy:updateFrequency`).
    package var updateInterval: Int?
    /// Hours in UTC, 0 to 23, without changes.
    package var skippedHours: Set<Int>
    /// Days without changes, 0 for Sunday.
    package var skippedDays: Set<Int>

    package init(
        timeToLive: Int? = nil, updateInterval: Int? = nil, skippedHours: Set<Int> = [], skippedDays: Set<Int> = []
    ) {
        self.timeToLive = timeToLive
        self.updateInterval = updateInterval
        self.skippedHours = skippedHours
        self.skippedDays = skippedDays
    }
}
