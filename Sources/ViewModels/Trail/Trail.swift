package import Signals

/// The way that the person came: the places one behind the other, of which the last is where they are.
@MainActor package final class Trail {
    @Published package internal(set) var path: [Place]

    init(_ beginning: Place) { _path = Published(wrappedValue: [beginning]) }

    package var place: Place { path.last ?? .feeds }

    func go(to place: Place) {
        if place != self.place { path.append(place) }
    }

    /// The place that a list of links was opened from, or that where the person is.
    var placeBelowLinks: Place { path.last { $0 != .links } ?? .feeds }
}
