extension Database {
    /// Runs `body`, outside a transaction: those that it commits are there after a power cut too, which costs a wait for
    /// the disk each.
    package func durably<Result>(_ body: () throws -> Result) throws -> Result {
        try setPragma("synchronous", to: "FULL")
        defer { _ = try? setPragma("synchronous", to: "NORMAL") }
        return try body()
    }
}
