import SQLite

/// Merges several strips: reads a few places of each at a time, so that a page costs little more than a look at each.
struct StripMerge {
    private struct Source {
        let strip: Strip
        var places: ArraySlice<PageKey.Place>
        var mayHaveMore: Bool
    }

    /// A source with its next place.
    private struct Turn {
        let place: PageKey.Place
        let source: Int
    }

    private let ascending: Bool
    private let portion: Int
    private let database: Database
    private var queries: PlaceQueries?
    private var sources: [Source] = []
    /// The sources that have places; the next one is last.
    private var turns: [Turn] = []

    init(
        _ strips: [Strip], beyond place: PageKey.Place?, ascending: Bool, limit: Int, in database: Database
    ) throws {
        self.ascending = ascending
        self.database = database
        portion = strips.count == 1 ? limit : max(4, min(limit, 10_000) * 2 / max(strips.count, 1))
        for strip in strips {
            sources.append(try source(strip, beyond: place))
            lineUp(sources.count - 1)
        }
    }

    private mutating func source(_ strip: Strip, beyond place: PageKey.Place?) throws -> Source {
        let places = try strip.places(beyond: place, limit: portion, by: queries(of: strip))
        return Source(strip: strip, places: places[...], mayHaveMore: places.count == portion)
    }

    private mutating func queries(of strip: Strip) throws -> PlaceQueries {
        if let queries, queries.matches(strip) { return queries }
        let queries = try PlaceQueries(of: strip, ascending: ascending, in: database)
        self.queries = queries
        return queries
    }

    /// The next places of all strips; fewer than requested only at their end.
    mutating func next(_ count: Int) throws -> [PageKey.Place] {
        var places: [PageKey.Place] = []
        while places.count < count, let place = try next() { places.append(place) }
        return places
    }

    private mutating func next() throws -> PageKey.Place? {
        guard let turn = turns.popLast() else { return nil }
        sources[turn.source].places.removeFirst()
        if sources[turn.source].places.isEmpty, sources[turn.source].mayHaveMore {
            sources[turn.source] = try source(sources[turn.source].strip, beyond: turn.place)
        }
        lineUp(turn.source)
        return turn.place
    }

    /// Inserts a source by its next place, if it has one.
    private mutating func lineUp(_ source: Int) {
        guard let place = sources[source].places.first else { return }
        var (first, last) = (0, turns.count)
        while first < last {
            let middle = (first + last) / 2
            let comesLater = ascending ? turns[middle].place > place : turns[middle].place < place
            if comesLater { first = middle + 1 } else { last = middle }
        }
        turns.insert(Turn(place: place, source: source), at: first)
    }
}
