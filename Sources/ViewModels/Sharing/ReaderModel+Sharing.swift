import Configuration
import Library
import Signals
import Typesetting

// Giving what is shown to programs that the config file names: for bookmarks, and to share it.
extension ReaderModel {
    /// Has the person look through what the program for bookmarks is given, unless they don't want to.
    func keepBookmark() {
        if config.command(.bookmarkCmd).isEmpty {
            return status = .problem("No program keeps bookmarks: name one as bookmark-cmd (lede config edit)")
        }
        if selection != nil {
            if config.isOn(.bookmarkAutopilot) { return request(.keepEach) }
            return status = .problem(
                "One bookmark is looked through at a time: Esc ends selecting, and bookmark-autopilot keeps all at once"
            )
        }
        guard let bookmark = bookmarkHere else {
            return status = .problem("There is no link here that could be kept")
        }
        if config.isOn(.bookmarkAutopilot) { return request(.keep(bookmark)) }
        ask(.bookmark(bookmark, .address), text: bookmark[.address])
    }

    /// Takes one of the texts of a bookmark, and asks for the next.
    func take(_ text: String, as field: Bookmark.Field, of bookmark: Bookmark) throws {
        if field == .address, text.isEmpty { throw PromptProblem("A bookmark needs an address") }
        var bookmark = bookmark
        bookmark[field] = text
        guard let next = field.next else { return request(.keep(bookmark)) }
        ask(.bookmark(bookmark, next), text: bookmark[next])
    }

    private var bookmarkHere: Bookmark? {
        let (link, title) =
            place == .links
            ? (links.selected?.address, links.selected?.text) : (currentItem?.link, currentItem?.displayTitle)
        guard let link = link.flatMap({ Address($0) }), link.isOnTheWeb else { return nil }
        return Bookmark(address: link.url, title: CleanText.line(title ?? ""), feed: currentFeed?.displayName ?? "")
    }

    /// Shows what the person shares with, or shares at once where that is one program.
    func share() {
        let targets = config.lines(named: "share").map { $0.operands.map(\.text) }
        guard let first = targets.first else {
            return status = .problem("Nothing to share with: write “share NAME COMMAND” in the config file")
        }
        guard currentItem != nil else { return status = .problem("There is no item here to share") }
        if targets.count == 1 { return request(.share(Array(first.dropFirst()))) }
        let options = targets.enumerated().map { number, words in
            Choice.Option(words[0], detail: words.dropFirst().joined(separator: " "), value: "\(number)")
        }
        choose(Choice(.share(targets), title: "Share with:", options))
    }
}
