import Testing

@testable import Commands

@Suite struct `Completion of a command line` {
    private func words(_ typed: String...) -> [String] {
        Completion(typed).candidates.compactMap { if case .word(let word, _) = $0 { word } else { nil } }
    }

    @Test func `an empty command line is completed with commands, and a command with its second word`() {
        #expect(words("").contains("items") && words("").contains("import"))
        #expect(!words("").contains("complete"))
        #expect(words("import", "").contains("opml"))
        #expect(words("--data-dir", "/tmp", "").contains("items"))
    }

    @Test func `dashes are completed with options of the command, or of the reader`() {
        #expect(words("items", "--").contains("--limit") && words("items", "--").contains("--data-dir"))
        #expect(words("--").contains("--version"))
        #expect(words("items", "--", "-").isEmpty)
    }

    @Test func `values and operands are completed with what they stand for`() {
        #expect(Completion(["import", "opml", ""]).candidates == [.files])
        #expect(Completion(["items", "--data-dir", ""]).candidates == [.folders])
        #expect(Completion(["items", "--feed", "ht"]).candidates == [.feeds])
        #expect(Completion(["items", "--query", ""]).candidates == [.queries])
        #expect(words("config", "show", "").contains("text-width"))
        #expect(words("help", "").contains("mark") && words("help", "mark", "").contains("unread"))
        #expect(!words("help", "mark", "").contains("items"))
        #expect(Completion(["refresh", "a", "b"]).candidates == [.feeds])
        #expect(Completion(["unread", ""]).candidates == [])
        #expect(words("render", "--color", "") == ["auto", "always", "never"])
        #expect(words("render", "--color=a") == ["--color=auto", "--color=always", "--color=never"])
    }
}
