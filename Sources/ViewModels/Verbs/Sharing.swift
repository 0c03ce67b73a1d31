import Configuration
import Library
import Signals
import Typesetting

/// Passes items to the config file's programs for bookmarks and sharing.
@MainActor final class Sharing: WorkspaceUser {
    let workspace: Workspace

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// Lets the user review a bookmark before the program gets it, unless they don't want to.
    func keepBookmark() {
        if config.command(.bookmarkCmd).isEmpty {
            return status = .refused("No bookmark program: set bookmark-cmd in the config file (lede config edit)")
        }
        if here.selection != nil {
            if config.isOn(.bookmarkAutopilot) { return request(.keepEach) }
            return status = .refused(
                "Can't review several bookmarks at once: end the selection (\(key(.escape))) or set bookmark-autopilot"
            )
        }
        guard let bookmark = bookmarkHere else {
            return status = .refused("No web link to bookmark")
        }
        if config.isOn(.bookmarkAutopilot) { return request(.keep(bookmark)) }
        ask(for: .address, of: bookmark)
    }

    /// Sets one field of a bookmark, and asks for the next.
    private func setField(_ text: String, as field: Bookmark.Field, of bookmark: Bookmark) throws {
        if field == .address, text.isEmpty { throw PromptProblem("A bookmark needs a URL") }
        var bookmark = bookmark
        bookmark[field] = text
        guard let next = field.next else { return request(.keep(bookmark)) }
        ask(for: next, of: bookmark)
    }

    private func ask(for field: Bookmark.Field, of bookmark: Bookmark) {
        session.ask(
            Question(label: field.label, takesNothing: true) { [weak self] in
                try self?.setField($0, as: field, of: bookmark)
            }, text: bookmark[field])
    }

    private var bookmarkHere: Bookmark? {
        let (link, title) =
            here.link.map { ($0.address, $0.text) } ?? (here.item?.link, here.item?.displayTitle)
        guard let link = link.flatMap({ Address($0) }), link.isOnTheWeb else { return nil }
        return Bookmark(address: link.url, title: CleanText.line(title ?? ""), feed: here.feed?.displayName ?? "")
    }

    /// Asks for the program to share with, unless there is only one.
    func share() {
        let targets = config.lines(named: "share").map { $0.operands.map(\.text) }
        guard let first = targets.first else {
            return status = .refused("No programs to share with: add “share NAME COMMAND” to the config file")
        }
        guard here.item != nil else { return status = .refused("No item to share") }
        if targets.count == 1 { return request(.share(Array(first.dropFirst()))) }
        let options = targets.enumerated().map { number, words in
            Choice.Option(words[0], detail: words.dropFirst().joined(separator: " "), value: "\(number)")
        }
        session.choose(Choice(title: "Share with:", options)) { [weak self] option in
            guard let self, !workspace.tellOfLostRow(), let number = Int(option.value) else { return }
            request(.share(Array(targets[number].dropFirst())))
        }
    }
}
