import System
import Testing

@Suite struct `JSON values` {
    @Test func `a value has all that is in it`() throws {
        let json = try value(#"{"a": [1, "2", true, null], "b": {"c": -1.5e1}, "b": {"c": 3}}"#)
        #expect(json["a"]?.all.map(\.text) == ["1", "2", nil, nil])
        #expect(json["a"]?.all.map(\.number) == [1, 2, nil, nil])
        #expect(json["a"]?.all.map(\.flag) == [true, true, true, nil])
        #expect(json["b"]?["c"]?.integer == 3)
        #expect(json["c"] == nil)
    }

    @Test func `values nested too deeply are skipped or refused`() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(try value(#"{"a": \#(deep), "b": "x"}"#)["b"]?.string == "x")
        #expect(throws: JSONReader.Failure.self) { try value(deep, deepest: 64) }
    }

    @Test func `more values than allowed are refused`() throws {
        #expect(throws: JSONReader.Failure.self) { try value("[1, 2, 3]", mostValues: 3) }
        #expect(try value("[1, 2]", mostValues: 3).all.count == 2)
    }

    @Test(arguments: [#"{"a": [{"b": "x"#, #"{"a": [{"b": "x"}"#, #"{"a": {"b": "x", "c": 12/30'}}"#])
    func `a reader that tolerates anything keeps what it has read`(text: String) throws {
        #expect(throws: JSONReader.Failure.self) { try value(text) }
        #expect(try value(text, tolerance: .anything)["a"]?.all.first?["b"]?.string == "x")
    }

    @Test func `unknown escapes are refused where they are mistakes`() throws {
        #expect(throws: JSONReader.Failure.self) { try value(#""\q""#, tolerance: .escapes) }
        #expect(try value(#""\q""#).string == "q")
    }

    @Test(arguments: ["", "a\"b\\c/d", "\u{0}\u{1B}\n\t\u{7F}", "ä€😀"])
    func `a quoted text is read as it was`(text: String) throws {
        #expect(try value(text.quotedForJSON, tolerance: .escapes).string == text)
    }

    private func value(
        _ text: String, deepest: Int = .max, mostValues: Int = 100, tolerance: JSONReader.Tolerance = .mistakes
    ) throws -> JSONValue {
        var reader = JSONReader(Array(text.utf8)[...], deepest: deepest, tolerance: tolerance)
        return try reader.value(mostValues: mostValues)
    }
}
