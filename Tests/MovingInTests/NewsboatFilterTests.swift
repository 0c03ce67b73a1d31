import Testing

@testable import Configuration
@testable import MovingIn

@Suite struct `A filter of newsboat's` {
    @Test(arguments: [
        ("a = 1 or b = 2 and c = 3", "(a = 1 or b = 2) and c = 3"),
        ("a = 1 or b = 2 or c = 3 and d = 4 and e = 5", "(a = 1 or b = 2 or c = 3) and d = 4 and e = 5"),
        ("a = 1 or b = 2 and c = 3 or d = 4 and e = 5", "((a = 1 or b = 2) and c = 3 or d = 4) and e = 5"),
        ("x = 1 and (a = 1 or b = 2 and c = 3)", "x = 1 and ((a = 1 or b = 2) and c = 3)"),
        ("a = 1 or (b = 2 and c = 3) and d = 4", "(a = 1 or (b = 2 and c = 3)) and d = 4"),
        ("title =~ \"this or that and\" or b = 2 and c = 3", "(title =~ \"this or that and\" or b = 2) and c = 3"),
        ("(a = 1) or (b = 2)and(c = 3)", "((a = 1) or (b = 2))and(c = 3)")
    ])
    func `a filter that newsboat reads from left to right gets parentheses`(theirs: String, ours: String) {
        #expect(NewsboatFilter.parenthesised(theirs) == ours)
        #expect(NewsboatFilter.parenthesised(ours) == nil)
    }

    @Test(arguments: [
        "a = 1", "a = 1 and b = 2 or c = 3", "a = 1 or b = 2", "(a = 1 or b = 2) and c = 3",
        "a = 1 and b = 2 and c = 3",
        "a = 1 or (b = 2 and c = 3)", "title # \"or\" and x = 1", "", ")) or (and", "\"open"
    ])
    func `a filter that both programs read the same way stays unchanged`(filter: String) {
        #expect(NewsboatFilter.parenthesised(filter) == nil)
    }

    @Test func `filters keep their meaning in every line of a config file`() {
        let theirs = #"""
            define-filter Both "unread = \"yes\" or age < 3 and title =~ \"x\""
            highlight-article "title =~ \"a\" or title =~ \"b\" and unread = \"yes\"" red default
            ignore-article "*" "title =~ \"a\" or title =~ \"b\" and age > 3"
            macro f set-filter "age < 3 or age > 9 and unread = \"yes\"" ; next-unread -- "some"
            """#
        let moved = ImportedConfig(newsboat: Array(theirs.utf8), path: "config")
        #expect(
            moved.text(without: []).hasSuffix(
                #"""
                define-filter Both "(unread = \"yes\" or age < 3) and title =~ \"x\""
                highlight-article "(title =~ \"a\" or title =~ \"b\") and unread = \"yes\"" red default
                ignore-article * "(title =~ \"a\" or title =~ \"b\") and age > 3"
                macro f set-filter "(age < 3 or age > 9) and unread = \"yes\"" ; next-unread -- some

                """#))
        #expect(moved.config.filterNotes.isEmpty)
        let notes = Config(Array(theirs.utf8), path: "config").filterNotes
        #expect(notes.map { "\($0.place.line):\($0.place.column)" } == ["1:20", "2:19", "3:16", "4:20"])
    }

    @Test func `query feeds keep their meaning in a urls file, and other lines stay unchanged`() {
        var text = UrlsText(
            Array("# mine\nhttps://a.example/ x\n\"query:Q:a = \\\"1\\\" or b = \\\"2\\\" and c = 3\" tag\n".utf8))
        #expect(text.list.filterNotes(in: "urls").map { "\($0.place.line):\($0.place.column)" } == ["3:10"])
        #expect(text.parenthesiseQueries() == ["Q"])
        #expect(
            String(decoding: text.bytes, as: UTF8.self)
                == "# mine\nhttps://a.example/ x\n\"query:Q:(a = \\\"1\\\" or b = \\\"2\\\") and c = 3\" tag\n")
        #expect(text.parenthesiseQueries() == [])
    }
}
