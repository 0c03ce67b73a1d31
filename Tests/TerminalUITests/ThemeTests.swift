import Configuration
import Foundation
import Testing
import ViewModels

@testable import Terminal
@testable import TerminalUI

@Suite struct `A theme` {
    private func problems(_ line: String) throws -> [String] {
        ConfigCheck.problems(of: try config(line)).map { "\($0.place.column): \($0.message)" }
    }

    @Test func `the theme called 16 is the default`() throws {
        let path = try #require(Resources.path(of: "themes/16"))
        #expect(Theme(try config("include \(path)")) == Theme())
        #expect(Theme(try config("color article red blue\ninclude \(path)")) == Theme())
    }

    @Test func `an invalid highlight doesn't change the theme`() throws {
        let lines = "color article red default\nhighlight article \"(\" yellow"
        #expect(Theme(try config(lines)) == Theme(try config("color article red default")))
    }

    @Test(arguments: ["dark", "light", "mono", "contrast"])
    func `the themes that come with lede set every part`(name: String) throws {
        let config = try config("theme \(name)")
        #expect(ConfigCheck.problems(of: config).isEmpty)
        #expect(config.lines(named: "color").map { $0.words[1].text } == Theme.elements.map(\.name))
        #expect(Theme(config) != Theme())
    }

    @Test(arguments: [("dark", "#1d1f21"), ("light", "#ffffff")])
    func `the themes dark and light are easy to read on their backgrounds, even dim text`(
        name: String, background: String
    ) throws {
        let theme = Theme(try config("theme \(name)"))
        let behind = try #require(TerminalColor(hex: background))
        for element in Theme.elements where element.name != "background" {
            let style = theme[keyPath: element.style]
            let text = try #require(style.foreground)
            #expect(text.contrast(to: style.background ?? behind) >= 4.5, "\(element.name)")
            // The bar is visible, but hides no text.
            guard let bar = style.background else { continue }
            #expect((1.25...2.5).contains(bar.contrast(to: behind)), "\(element.name)")
        }
    }

    @Test func `the theme light brings a light background, unless the terminal has one or a line sets another`() throws
    {
        func background(_ lines: String, on terminal: TerminalBackground?) throws -> TerminalColor? {
            let config = try config(lines)
            return Theme(config.suited(to: terminal, colors: 256)).filled(by: config, on: terminal).background
                .background
        }
        #expect(try background("theme light", on: .light) == nil)
        for terminal in [TerminalBackground.dark, nil] {
            #expect(try background("theme light", on: terminal) == 231)
            #expect(try background("theme light\ncolor background default default", on: terminal) == nil)
            #expect(try background("theme light\ncolor background default white", on: terminal) == 7)
            #expect(try background("theme dark", on: terminal) == nil)
        }
        #expect(try background("theme dark", on: .light) == 234)
        #expect(try background("theme auto", on: .light) == nil)
    }

    @Test(arguments: ["#000000", "#ffffff"])
    func `the default theme is readable on dark and light with xterm's colours`(background: String) throws {
        let behind = try #require(TerminalColor(hex: background))
        for element in Theme.elements {
            guard let text = Theme()[keyPath: element.style].foreground else { continue }
            // Red looks like an alarm on any background, so less contrast is enough.
            #expect(text.contrast(to: behind) >= (text == 1 ? 3.5 : 4.4), "\(element.name)")
        }
    }

    @Test(arguments: ["16", "dark", "light", "mono", "contrast"], [0, 8, 16, 256])
    func `every theme has a visible cursor, however few colours the terminal has`(name: String, colors: Int) throws {
        let suited = try config("theme \(name)").suited(to: .dark, colors: colors)
        let theme = Theme(suited).seen(inColors: colors)
        for cursor in [theme.cursor, theme.unreadCursor, theme.cursorElsewhere] {
            let isColored = [cursor.foreground, cursor.background].contains { color in
                if case .palette(let number) = color { Int(number) < colors } else { false }
            }
            #expect(isColored || !cursor.attributes.isDisjoint(with: [.reverse, .underline]))
        }
    }

    @Test(arguments: ["dark", "light"]) func `the themes dark and light give way to 16 on terminals with few colours`(
        name: String
    ) throws {
        let config = try TerminalUITests.config("keys newsboat\ntheme \(name)\ncolor title red default\n")
        let theme = Theme(config.suited(to: .dark, colors: 16))
        #expect(theme == Theme(try TerminalUITests.config("color title red default\n")) && theme != Theme(config))
        #expect(config.suited(to: .dark, colors: 16).lines(named: "bind") == config.lines(named: "bind"))
    }

    @Test(arguments: ["16", "dark", "light", "mono", "contrast"])
    func `the bar of the focused pane differs from those of other panes`(name: String) throws {
        let theme = Theme(try config("theme \(name)"))
        #expect(theme.cursor.background == theme.unreadCursor.background)
        let (here, elsewhere) = (theme.cursor.background, theme.cursorElsewhere.background)
        if let here, let elsewhere {
            #expect(here.contrast(to: elsewhere) >= 1.45)
        } else {
            #expect(elsewhere == nil && theme.cursorElsewhere.attributes == .underline)
            #expect(here != nil || theme.cursor.attributes.contains(.reverse))
        }
    }

    @Test func `a theme may use colours of every kind`() throws {
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
            ("color titel red default", "7: unknown part of the screen “titel”: did you mean “title”?"),
            (
                "color title rde default",
                "13: “rde” isn't a colour: use one like red, color208, \"#ff8700\" or default: did you mean “red”?"
            ),
            (
                "color title color256 default",
                "13: “color256” isn't a colour: use one like red, color208, \"#ff8700\" or default"
            ),
            ("color title red default blod", "25: unknown attribute “blod”: did you mean “bold”?")
        ])
    func `an invalid colour doesn't change the theme`(line: String, problem: String) throws {
        #expect(try problems(line) == [problem])
        #expect(Theme(try config(line)) == Theme())
    }

    @Test func `setting the look of one cursor sets that of unread rows, too`() throws {
        let bar = "color listfocus black yellow\n"
        for theme in [Theme(try config("theme dark\n" + bar)), Theme(try config(bar))] {
            #expect(theme.unreadCursor == CellStyle(.bold, foreground: 0, background: 3))
            let row = theme.row(isSelected: true, base: theme.unread)
            #expect(row.style(theme.unread) == row.style(theme.hint).adding(.bold))
        }
        let both = Theme(try config("color listfocus_unread white blue bold\n" + bar))
        #expect(both.unreadCursor == CellStyle(.bold, foreground: 7, background: 4))
        let row = both.row(isSelected: true, base: both.unread)
        #expect(row.style(both.hint) == CellStyle(foreground: 7, background: 4))
    }

    @Test func `setting the look of the status line sets the colours of its hints, unless these are set`() throws {
        let line = "color info yellow blue\n"
        for start in ["", "theme dark\n"] {
            let theme = Theme(try config(start + line))
            #expect(theme.statusHint == CellStyle(theme.hint.attributes, foreground: 3, background: 4))
            #expect(theme.statusKey == CellStyle(theme.key.attributes, foreground: 3, background: 4))
            #expect(theme.hint == Theme(try config(start)).hint)
        }
        let both = Theme(try config("theme dark\ncolor hint-description red default\n" + line))
        #expect(both.statusHint == CellStyle(foreground: 1, background: 4))
    }

    @Test func `a part in the colour of its background has the colour of the text around it`() {
        let bar = CellStyle(foreground: 7, background: 1)
        #expect(Theme().problem.over(bar) == bar)
        #expect(CellStyle(.bold, foreground: 2).over(bar) == CellStyle(.bold, foreground: 2, background: 1))
        #expect(CellStyle(foreground: 1, background: 1).over(bar) == CellStyle(foreground: 1, background: 1))
    }

    @Test(arguments: ["16", "dark", "light", "mono", "contrast"])
    func `groups, unread lists above the feeds, unread feeds and read rows differ`(name: String) throws {
        let theme = Theme(try config("theme \(name)"))
        #expect(theme.group != theme.unread && theme.group != theme.read)
        #expect(theme.unreadAbove != theme.unread && !theme.unreadAbove.attributes.contains(.bold))
        let yellow = Theme(try config("theme \(name)\ncolor listnormal_unread yellow blue bold"))
        #expect(yellow.unreadAbove == CellStyle(foreground: 3, background: 4))
    }

    @Test func `a theme highlights patterns in the places that it names`() throws {
        let theme = Theme(try config("highlight articlelist \"sw.ft|new\" red\nhighlight all end blue default bold"))
        let text = "über Swift, in the end"
        let found = theme.highlights.matches(in: text, at: .items)
        #expect(found.map { String(text[$0.range]) } == ["Swift", "end"])
        #expect(found.last?.style == CellStyle(.bold, foreground: 4))
        #expect(theme.highlights.matches(in: text, at: .article).count == 1)
        let problem = try problems("highlight all \"(\" red").first
        #expect(problem?.hasPrefix("15: “(”: invalid pattern: ") == true)
        #expect(
            try problems("highlight articlelst x red") == [
                "11: unknown context “articlelst”: did you mean “articlelist”?"
            ])
    }

    @Test func `a theme has the look of rows that match filters, for each line`() throws {
        let lines =
            "highlight-article \"age < 1\" red\nhighlight-article unread rd\nhighlight-article x blue default bold"
        let rows = Theme(try config(lines)).highlightedRows
        #expect(rows == [CellStyle(foreground: 1), nil, CellStyle(.bold, foreground: 4)])
        #expect(try problems(lines).first?.hasPrefix("26: “rd” isn't a colour") == true)
    }

    @Test func `newsboat's colours are valid, even of parts that lede doesn't have`() throws {
        #expect(try problems("color background white black\ncolor end-of-text-marker blue default blink") == [])
    }

    @Test(arguments: [
        ("highlight feedlist \"blink\" default default invis", "“invis”"), ("color article red default bold", nil),
        ("color info red default blink", "“blink”"), ("highlight article \"blink\" red", nil),
        ("highlight-article \"unread = \\\"yes\\\"\" default default protect", "“protect”")
    ])
    func `attributes that lede ignores are noted`(line: String, attribute: String?) throws {
        let notes = ConfigCheck.notes(on: try config(line)).map(\.message)
        #expect(try problems(line) == [])
        #expect(notes == attribute.map { ["lede ignores \($0): its text is always visible"] } ?? [])
    }
}

extension TerminalColor {
    /// The contrast of two colours from 1 to 21, as WCAG 2 computes it.
    fileprivate func contrast(to other: TerminalColor) -> Double {
        let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    private var luminance: Double {
        zip(channels, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, channel in
            let share = Double(channel.0) / 255
            return sum + channel.1 * (share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4))
        }
    }
}
