/// Functions that run the single statement `sql`, with its values bound by position.
extension Database {
    /// Runs a statement, and returns the number of changed rows.
    @discardableResult
    package func run<each Parameter: Bindable>(
        _ sql: String, _ values: repeat each Parameter
    ) throws(SQLiteError) -> Int {
        try statement(sql).run(repeat each values)
    }

    /// Passes every row of the result to `read`, in order.
    package func each<each Parameter: Bindable>(
        _ sql: String, _ values: repeat each Parameter, read: (borrowing Row) throws -> Void
    ) throws {
        try statement(sql).each(repeat each values, read: read)
    }

    /// Returns what `read` makes of every row of the result, in order.
    package func all<each Parameter: Bindable, Result>(
        _ sql: String, _ values: repeat each Parameter, read: (borrowing Row) throws -> Result
    ) throws -> [Result] {
        try statement(sql).all(repeat each values, read: read)
    }

    /// Returns what `read` makes of the first row, if there is one. It doesn't look for others.
    package func first<each Parameter: Bindable, Result>(
        _ sql: String, _ values: repeat each Parameter, read: (borrowing Row) throws -> Result
    ) throws -> Result? {
        try statement(sql).first(repeat each values, read: read)
    }
}
