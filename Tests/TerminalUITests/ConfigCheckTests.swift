import Configuration
import Testing

@testable import TerminalUI

@Suite struct `The check of a config file` {
    @Test(arguments: [
        ("browser \"xdg-open %u > /dev/null 2>&1 &\"", "browser: “>” needs a shell: write"),
        ("notify-program \"sh -c 'notify-send %t'\"", "notify-program: lede never puts text into a script"),
        ("browser \"open --url=%u\"", "browser: “--url=%u”: %u must be a separate word: write"),
        ("browser \"flock /tmp/l -c 'firefox %u'\"", "browser: lede never puts text into a script"),
        ("browser \"ssh desk open\"", "browser: lede never puts text into a script"),
        ("notify-program \"tmux display-message\"", "notify-program: lede never puts text into a script"),
        ("highlight-feed \"unread_count > 3\" rde", "“rde” isn't a colour")
    ])
    func `the check of a config file finds commands and colours that won't work`(line: String, problem: String) throws {
        #expect(try ConfigCheck.problems(of: config(line)).map(\.message).first?.hasPrefix(problem) == true)
    }

    @Test(arguments: ["browser firefox", "browser \"sh -c 'open $LEDE_URL >/dev/null &'\"", "browser \"\""])
    func `the check of a config file accepts valid commands`(line: String) throws {
        #expect(try ConfigCheck.problems(of: config(line)).isEmpty)
    }
}
