import Foundation
import SQLite
import Testing

@Suite struct FunctionTests {
    private struct Refusal: Error {}

    private let database: Database

    init() throws {
        database = try .inMemory()
    }

    @Test(arguments: [.null, .integer(-7), .real(0.5), .text("a\0ü"), .text(""), .blob([0, 1]), .blob([])] as [Value])
    func `a value passes through a function unchanged`(value: Value) throws {
        try database.addFunction("same", parameters: 1) { $0[0] }
        #expect(try database.first("SELECT same(?)", value) { $0.value(0) } == value)
    }

    @Test func `a function may take any number of values`() throws {
        try database.addFunction("counted", parameters: -1) { $0.count }
        #expect(try database.first("SELECT counted() || counted(1) || counted(1, 2)") { $0.text(0) } == "012")
    }

    @Test func `a function that throws fails the statement`() throws {
        try database.addFunction("refuse", parameters: 0) { _ in throw Refusal() }
        let failure = #expect(throws: SQLiteError.self) { try database.run("SELECT refuse()") }
        #expect(failure?.message == "Refusal()")
    }

    @Test func `a schema can't call functions of the program`() throws {
        try database.execute("CREATE TABLE t (a)")
        try database.addFunction("steady", parameters: 1, isDeterministic: true) { $0[0] }
        #expect(throws: SQLiteError.self) { try database.execute("CREATE INDEX by_steady ON t (steady(a))") }
        try database.execute("CREATE TRIGGER calls AFTER INSERT ON t BEGIN SELECT steady(new.a); END")
        #expect(throws: SQLiteError.self) { try database.run("INSERT INTO t VALUES (1)") }
        try database.execute("CREATE VIEW v AS SELECT steady(a) AS a FROM t")
        #expect(throws: SQLiteError.self) { try database.run("SELECT a FROM v") }
    }

    @Test func `a function lives as long as its connection`() throws {
        final class Held: Sendable {}
        weak var held: Held?
        do {
            let database = try Database.inMemory()
            let strong = Held()
            held = strong
            try database.addFunction("hold", parameters: 0) { _ in withExtendedLifetime(strong) { 1 } }
            #expect(try database.first("SELECT hold()") { $0.int(0) } == 1)
        }
        #expect(held == nil)
    }

    @MainActor @Test func `a function made on the main actor runs on other threads`() async throws {
        let options = DatabaseOptions { database throws(SQLiteError) in
            try database.addFunction("twice", parameters: 1) { arguments in
                guard case .integer(let number) = arguments[0] else { return Value.null }
                return number * 2
            }
        }
        let file = try DatabaseFile()
        let pool = try DatabasePool(path: file.path, migrations: [], options: options)
        let query = "SELECT twice(column1) FROM (VALUES (1), (2))"
        let doubled = try await Task.detached { try pool.read { try $0.all(query) { $0.int(0) } } }.value
        #expect(doubled == [2, 4])
    }
}
