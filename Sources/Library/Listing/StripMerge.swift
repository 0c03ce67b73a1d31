import SQLite

/// Several strips as one: a few places of each at a time, so that a page costs little more than a look at each.
struct StripMerge {
    private struct Source {
        let strip: Strip
        var places: ArraySlice<PageKey.Place>
        var mayHaveMore: Bool
    }

    private let ascending: Bool
    private let portion: Int
    private let database: Database
    private var sources: [Source] = []

    init(
        _ strips: [Strip], beyond place: PageKey.Place?, ascending: Bool, limit: Int, in database: Database
    ) throws {
        self.ascending = ascending
        self.database = database
        portion = strips.count == 1 ? limit : max(4, min(limit, 10_000) * 2 / max(strips.count, 1))
        sources = try strips.map { try source($0, beyond: place) }
    }

    private func source(_ strip: Strip, beyond place: PageKey.Place?) throws -> Source {
        let places = try strip.places(beyond: place, ascending: ascending, limit: portion, in: database)
        return Source(strip: strip, places: places[...], mayHaveMore: places.count == portion)
    }

    /// The next places of all strips; fewer than asked for only at their end.
    mutating func next(_ count: Int) throws -> [PageKey.Place] {
        var places: [PageKey.Place] = []
        while places.count < count, let place = try next() { places.append(place) }
        return places
    }

    private mutating func next() throws -> PageKey.Place? {
        var next: (index: Int, place: PageKey.Place)?
        for index in sources.indices {
            guard let place = sources[index].places.first else { continue }
            if let best = next, ascending ? best.place < place : best.place > place { continue }
            next = (index, place)
        }
        guard let next else { return nil }
        sources[next.index].places.removeFirst()
        if sources[next.index].places.isEmpty, sources[next.index].mayHaveMore {
            sources[next.index] = try source(sources[next.index].strip, beyond: next.place)
        }
        return next.place
    }
}
