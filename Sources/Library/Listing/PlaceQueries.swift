import SQLite

/// The statements that read strips with the same condition, such as those of a tag's feeds, so they are prepared once.
struct PlaceQueries {
    let ascending: Bool
    let database: Database
    private let tables: String
    private let condition: String
    // Two statements, for places with the same date and beyond it: with one, SQLite would read through the whole date.
    private let ofDate: Statement
    private let beyondDate: Statement

    init(of strip: Strip, ascending: Bool, in database: Database) throws {
        self.ascending = ascending
        self.database = database
        tables = strip.tables
        condition = strip.condition
        let (beyond, bound, direction) = ascending ? (">", "<", "ASC") : ("<", ">=", "DESC")
        let (date, item) = ("\(strip.prefix)date", "\(strip.prefix)item")
        let select = "SELECT \(date), \(item) FROM \(tables) WHERE \(condition) AND \(item) <= ?2"
        ofDate = try database.statement(
            "\(select) AND \(date) = ?3 AND \(item) \(beyond) ?4 ORDER BY \(item) \(direction) LIMIT ?5")
        beyondDate = try database.statement(
            """
            \(select) AND \(date) \(beyond) ?3 AND \(date) \(bound) ?4
            ORDER BY \(date) \(direction), \(item) \(direction) LIMIT ?5
            """)
    }

    /// Whether these statements fit the strip.
    func matches(_ strip: Strip) -> Bool { strip.condition == condition && strip.tables == tables }

    /// The next places of a strip beyond one, at most `limit`, for all its items.
    func places(of strip: Strip, beyond place: PageKey.Place?, limit: Int) throws -> [PageKey.Place] {
        let places = try found(of: strip, beyond: place, limit: limit)
        // A damaged index that repeats itself would never end.
        if let place, let last = places.last, ascending ? last <= place : last >= place {
            throw SQLiteError.impossibleRows
        }
        return places
    }

    private func found(of strip: Strip, beyond place: PageKey.Place?, limit: Int) throws -> [PageKey.Place] {
        let dates = strip.dates
        // The start of the strip, or past its end.
        let start = ascending ? dates.lowerBound.subtractingOne : dates.upperBound
        var date = start
        var places: [PageKey.Place] = []
        if let place, ascending ? place.date > start : place.date < start {
            date = place.date
            if dates.contains(date) {
                places = try ofDate.all(strip.value, strip.boundary, date, place.item, limit) { PageKey.Place($0) }
            }
        }
        guard places.count < limit else { return places }
        let end = ascending ? dates.upperBound : dates.lowerBound
        try beyondDate.each(strip.value, strip.boundary, date, end, limit - places.count) { places.append(.init($0)) }
        return places
    }
}

extension Int64 {
    fileprivate var subtractingOne: Int64 { self == .min ? .min : self - 1 }
}
