/// Each of these runs the one statement that `sql` is, with its values bound by position.
extension Database {
    /// Runs a statement, and tells how many rows it changed.
    @discardableResult
    package func run<each Parameter: Bindable>(
        _ sql: String, _ values: repeat each Parameter
    ) throws(SQLiteError) -> Int {
        try statement(sql).run(repeat each values)
    }

    /// Hands over every row of the answer, in order.
    package func each<each Parameter: Bindable>(
        _ sql: String, _ values: repeat each Parameter, read: (borrowing Row) throws -> Void
    ) throws {
        try statement(sql).each(repeat each values, read: read)
    }

    /// What `read` makes of every row of the answer, in order.
    package func all<each Parameter: Bindable, Result>(
        _ sql: String, _ values: repeat each Parameter, read: (borrowing Row) throws -> Result
    ) throws -> [Result] {
        try statement(sql).all(repeat each values, read: read)
    }

    /// What `read` makes of the first row, if there is one. The other rows are not looked for.
    package func first<each Parameter: Bindable, Result>(
        _ sql: String, _ values: repeat each Parameter, read: (borrowing Row) throws -> Result
    ) throws -> Result? {
        try statement(sql).first(repeat each values, read: read)
    }
}
