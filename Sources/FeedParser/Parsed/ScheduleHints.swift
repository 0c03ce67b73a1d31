/// What a feed asks of those who fetch it again and again.
package struct ScheduleHints: Hashable, Sendable {
    /// How many minutes a copy may be kept.
    package var timeToLive: Int?
    /// How many minutes usually lie between two changes (`sy:updatePeriod` through `sy:updateFrequency`).
    package var updateInterval: Int?
    /// The hours of UTC, 0 to 23, in which there is nothing to fetch.
    package var skippedHours: Set<Int>
    /// The days in which there is nothing to fetch, 0 for Sunday.
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
