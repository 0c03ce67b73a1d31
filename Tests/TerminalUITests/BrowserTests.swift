import Testing

@testable import TerminalUI

@Suite struct `The browser` {
    @Test(
        arguments: [
            (nil, ["xdg-open", "https://x/"]), ("lynx", ["lynx", "https://x/"]),
            ("lynx -vikeys:w3m", ["lynx", "-vikeys", "https://x/"]),
            ("sh -c %s", ["sh", "-c", "https://x/"]), ("", ["xdg-open", "https://x/"]),
            ("open %u --new", ["open", "https://x/", "--new"])
        ] as [(String?, [String])])
    func `is the first that BROWSER names, with the address as one argument`(variable: String?, arguments: [String]) {
        #expect(Browser(environment: variable.map { ["BROWSER": $0] } ?? [:]).arguments(for: "https://x/") == arguments)
    }
}
