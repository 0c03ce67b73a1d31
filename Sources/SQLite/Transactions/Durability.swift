extension Database {
    /// Runs `body` outside a transaction. The transactions that it commits survive a power cut, and each waits for the
    /// disk.
    package func durably<Result>(_ body: () throws -> Result) throws -> Result {
        try setPragma("synchronous", to: "FULL")
        defer { _ = try? setPragma("synchronous", to: "NORMAL") }
        return try body()
    }
}
