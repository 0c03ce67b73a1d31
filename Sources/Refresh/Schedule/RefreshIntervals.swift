/// The shortest and longest time between fetches, whatever a feed and its server say.
package struct RefreshIntervals: Equatable, Sendable {
    package var shortest: Duration
    package var longest: Duration

    package init(shortest: Duration = .seconds(30 * 60), longest: Duration = .seconds(24 * 3600)) {
        self.shortest = shortest
        self.longest = longest
    }
}
