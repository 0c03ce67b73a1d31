import Configuration
import Terminal
import Testing
import ViewModels

@testable import TerminalUI

@Suite struct `A theme` {
    private func problems(_ line: String) throws -> [String] {
        ConfigCheck.problems(of: try config(line)).map { "\($0.place.column): \($0.message)" }
    }

    @Test func `called 16 is what lede begins with`() throws {
        let path = try #require(Resources.path(of: "themes/16"))
        #expect(Theme(try config("include \(path)")) == Theme())
        #expect(Theme(try config("color article red blue\ninclude \(path)")) == Theme())
    }

    @Test(arguments: ["dark", "light", "mono", "contrast"])
    func `that comes with lede says something of every part`(name: String) throws {
        let config = try config("theme \(name)")
        #expect(ConfigCheck.problems(of: config).isEmpty)
        #expect(config.lines(named: "color").map { $0.words[1].text } == Theme.elements.map(\.name))
        #expect(Theme(config) != Theme())
    }

    @Test func `is changed by colours of every kind`() throws {
        let theme = Theme(
            try config(
                "color article white default\ncolor title color208 color17 bold underline\ncolor code \"#ff8700\" \"#808080\""
            ))
        #expect(theme.article == CellStyle(foreground: 7))
        #expect(theme.bar == CellStyle([.bold, .underline], foreground: 208, background: 17))
        #expect(
            theme.code
                == CellStyle(
                    foreground: .rgb(red: 0xFF, green: 0x87, blue: 0), background: .rgb(red: 128, green: 128, blue: 128)
                ))
    }

    @Test(
        arguments: [
            ("color titel red default", "7: the screen has no part “titel”: did you mean “title”?"),
            (
                "color title rde default",
                "13: “rde” is no colour: one such as red, color208, \"#ff8700\" or default was expected: did you mean “red”?"
            ),
            (
                "color title color256 default",
                "13: “color256” is no colour: one such as red, color208, \"#ff8700\" or default was expected"
            ),
            ("color title red default blod", "25: there is no attribute “blod”: did you mean “bold”?")
        ])
    func `is not changed by what makes no sense`(line: String, problem: String) throws {
        #expect(try problems(line) == [problem])
        #expect(Theme(try config(line)) == Theme())
    }

    @Test func `says what regular expressions find, in the places that they are for`() throws {
        let theme = Theme(try config("highlight articlelist \"sw.ft|new\" red\nhighlight all end blue default bold"))
        let text = "über Swift, in the end"
        let found = theme.highlights.matches(in: text, at: .items)
        #expect(found.map { String(text[$0.range]) } == ["Swift", "end"])
        #expect(found.last?.style == CellStyle(.bold, foreground: 4))
        #expect(theme.highlights.matches(in: text, at: .article).count == 1)
        let problem = try problems("highlight all \"(\" red").first
        #expect(problem?.hasPrefix("15: “(” can't be looked for: this is no pattern: ") == true)
        #expect(
            try problems("highlight articlelst x red") == [
                "11: there is no place “articlelst”: did you mean “articlelist”?"
            ])
    }

    @Test func `says what rows look like that a filter is true of, line by line`() throws {
        let lines =
            "highlight-article \"age < 1\" red\nhighlight-article unread rd\nhighlight-article x blue default bold"
        let rows = Theme(try config(lines)).highlightedRows
        #expect(rows == [CellStyle(foreground: 1), nil, CellStyle(.bold, foreground: 4)])
        #expect(try problems(lines).first?.hasPrefix("26: “rd” is no colour") == true)
    }

    @Test func `takes newsboat's colours, also of parts that lede has not`() throws {
        #expect(try problems("color background white black\ncolor end-of-text-marker blue default blink") == [])
    }
}
