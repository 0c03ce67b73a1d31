import Testing

@testable import TerminalUI
@testable import ViewModels

@Suite struct `The editor` {
    @Test(arguments: [
        (["VISUAL": "emacs -nw", "EDITOR": "nano"], ["emacs", "-nw", "/urls"]),
        (["VISUAL": "  ", "EDITOR": "nano"], ["nano", "/urls"]), (["VISUAL": "", "EDITOR": " \t"], ["vi", "/urls"]),
        ([:], ["vi", "/urls"])
    ])
    func `the editor is the first one set, never the file itself`(environment: [String: String], words: [String]) {
        #expect(Editor(environment: environment).arguments(for: "/urls") == words)
        #expect(Editor(EditorCall(words: " ", line: 1), environment: environment).arguments(for: "/urls") == words)
    }

    @Test func `the editor gets the line of the feed at the cursor`() {
        let call = EditorCall(words: "vi +%L %f", line: 7)
        #expect(Editor(call, environment: [:]).arguments(for: "/urls") == ["vi", "+7", "/urls"])
    }
}
