import Configuration
import Testing
import ViewModels

@testable import TerminalUI

@Suite struct `The browser` {
    @Test(
        arguments: [
            (nil, ["xdg-open", "https://x/"]), ("lynx", ["lynx", "https://x/"]),
            ("lynx -vikeys:w3m", ["lynx", "-vikeys", "https://x/"]),
            ("open %s", ["open", "https://x/"]), ("", ["xdg-open", "https://x/"]),
            ("open %u --new", ["open", "https://x/", "--new"])
        ] as [(String?, [String])])
    func `is the first that BROWSER names, with the address as one argument`(variable: String?, arguments: [String]) {
        let browser = Browser(environment: variable.map { ["BROWSER": $0] } ?? [:])
        #expect(browser.arguments(for: "https://x/", ShownFields(url: "https://x/")) == arguments)
    }

    @Test func `is the one that the config file names, whatever BROWSER says`() throws {
        let browser = Browser(try config(#"browser "w3m -o 'a b=c' %u""#), environment: ["BROWSER": "lynx"])
        #expect(
            browser.arguments(for: "https://x/", ShownFields(url: "https://x/")) == ["w3m", "-o", "a b=c", "https://x/"]
        )
    }
}

@Suite struct `A program that is given what is shown` {
    private let fields = ShownFields(url: "-x; touch /tmp/y $(id) %t")

    private func arguments(_ words: String...) throws -> [String] {
        try #require(ExternalCommand(words)).arguments(fields)
    }

    @Test func `gets it as an argument that nothing takes apart, and that is never an option`() throws {
        #expect(try arguments("mail", "%u", "a%%b%zc%") == ["mail", " -x; touch /tmp/y $(id) %t", "a%b%zc%"])
        #expect(try arguments("mail", "--to=%u") == ["mail", "--to=-x; touch /tmp/y $(id) %t"])
    }

    @Test(
        arguments: [
            "sh -c", "/bin/bash -lc", "env X=1 zsh -c", "python3 -c", "perl -E", "python3.12 -c", "script -qc",
            "php -r", "nvim --cmd",
            "tmux run-shell", "ssh host", "awk", "sh -cx"
        ])
    func `gets it never in the text of a script`(beginning: String) throws {
        let words = CommandLineText.split(beginning) + ["show '%u'"]
        #expect(try #require(ExternalCommand(words)).arguments(fields).last == "show '%u'")
        #expect(ExternalCommand(words)?.problem?.hasPrefix("what is shown is never put into a script") == true)
    }

    @Test(arguments: ["php -r", "node -p", "ssh host open", "awk"])
    func `gets it not as a script of its own`(beginning: String) {
        let command = ExternalCommand(CommandLineText.split(beginning) + ["%u"])
        #expect(command?.arguments(fields).last == "%u")
        #expect(command?.problem?.hasPrefix("what is shown is never put into a script") == true)
    }

    @Test(arguments: ["sh -c SCRIPT --", "python3 fetch.py", "tmux new-window w3m", "env X=1 mpv --force-window"])
    func `gets it as an argument of a script`(beginning: String) {
        let command = ExternalCommand(CommandLineText.split(beginning) + ["%u"])
        #expect(command?.arguments(fields).last == " -x; touch /tmp/y $(id) %t")
        #expect(command?.problem == nil)
    }

    @Test func `finds it in its environment`() {
        #expect(fields.variables["LEDE_URL"] == "-x; touch /tmp/y $(id) %t")
    }
}
