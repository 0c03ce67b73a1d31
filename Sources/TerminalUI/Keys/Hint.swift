import Typesetting
import ViewModels

/// A key that matters in a place, and what it does there, as the line at the foot says it.
struct Hint: Equatable {
    let key: String
    let meaning: String

    var text: String { "\(key) \(meaning)" }

    /// While one chooses from a list.
    static let ofChoice = [
        Hint(key: "Enter", meaning: "choose"), Hint(key: "type", meaning: "to narrow"),
        Hint(key: "Esc", meaning: "back")
    ]
}

extension KeyMap {
    /// The first matter most, but for the last, which is always shown.
    func hints(in place: Place) -> [Hint] { hints(Self.hinted(in: place), in: place) }

    /// While several rows are selected: what can be done with them.
    var hintsOfSelection: [Hint] {
        hints(
            [
                (.toggleStar, "star"), (.toggleRead, "un/read"), (.deleteItem, "delete"), (.tagItem, "tag"),
                (.openInBrowser, "browser"), (.select, "none")
            ], in: .items)
    }

    /// In what a search or a filter has found.
    var hintsOfFound: [Hint] {
        hints(
            [
                (.open, "read"), (.saveSearch, "keep as a list"), (.escape, "all again"), (.nextUnread, "next unread"),
                (.help, "keys")
            ], in: .items)
    }

    /// In a list with nothing in it.
    func hintsOfEmpty(isFound: Bool) -> [Hint] {
        hints([isFound ? (.escape, "all again") : (.back, "back"), (.help, "keys")], in: .items)
    }

    /// While a feed is shown that one may subscribe to.
    var hintsOfPreview: [Hint] { hints([(.open, "subscribe"), (.back, "back")], in: .information) }

    private func hints(_ hinted: [(Operation, String)], in place: Place) -> [Hint] {
        hinted.compactMap { operation, meaning in
            keyName(of: operation, in: place).map { Hint(key: $0, meaning: meaning) }
        }
    }

    private static func hinted(in place: Place) -> [(Operation, String)] {
        switch place {
        case .welcome: [(.open, "choose"), (.help, "keys")]
        case .feeds: [(.open, "open"), (.refreshAll, "refresh all"), (.addFeed, "add"), (.help, "keys")]
        case .items:
            [
                (.open, "read"), (.nextUnread, "next unread"), (.toggleRead, "un/read"), (.markFeedRead, "all read"),
                (.help, "keys")
            ]
        case .article:
            [(.readOn, "on"), (.nextUnread, "next"), (.openInBrowser, "browser"), (.back, "back"), (.help, "keys")]
        case .links: [(.open, "browser"), (.back, "back"), (.help, "keys")]
        case .failures: [(.open, "go to a feed"), (.back, "back")]
        case .information, .help: [(.back, "back")]
        }
    }
}
