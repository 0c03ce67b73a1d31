import Signals
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

    /// While links are marked with letters.
    static let ofLinks = [Hint(key: "type", meaning: "the letters of a link"), Hint(key: "Esc", meaning: "none")]
}

/// What the person is at, where that matters for which keys matter.
enum HintedState: Hashable {
    case place(Place)
    /// A feed is shown that one may subscribe to.
    case preview
    /// Several rows are selected.
    case selection
    /// What was looked for in a text is marked there.
    case hits(in: Place)
    /// The list is what a search or a filter has found.
    case found(bySearch: Bool)
    /// The list has nothing in it.
    case empty
    /// A search or a filter has found nothing.
    case nothingFound(bySearch: Bool)

    init(_ model: ReaderModel) {
        self = model.isPreviewing ? .preview : .place(model.place)
        if model.pager?.search?.count ?? 0 > 0 { self = .hits(in: model.place) }
        guard model.place == .items else { return }
        let isFound = model.items.source?.narrowing != nil
        let isEmpty = model.items.items.isEmpty
        if model.items.isSelecting {
            self = .selection
        } else if isFound {
            self = isEmpty ? .nothingFound(bySearch: model.isFoundBySearch) : .found(bySearch: model.isFoundBySearch)
        } else if isEmpty {
            self = .empty
        }
    }
}

extension KeyMap {
    /// The first matter most, but for the last, which is always shown.
    func hints(for state: HintedState) -> [Hint] {
        switch state {
        case .place(let place): hints(Self.hinted(in: place), in: place)
        case .preview: hints([(.open, "subscribe"), (.back, "back")], in: .information)
        case .selection:
            hints(
                [
                    (.toggleStar, "star"), (.toggleRead, "un/read"), (.deleteItem, "delete"), (.tagItem, "tag"),
                    (.openInBrowser, "browser"), (.select, "none")
                ], in: .items)
        case .hits(let place):
            hints([(.nextHit, "next"), (.previousHit, "previous"), (.escape, "no marks"), (.help, "keys")], in: place)
        case .found(let bySearch):
            hints(
                [
                    (.open, "read"), (.saveSearch, "keep as a list"), (.escape, bySearch ? "back" : "all again"),
                    (.nextUnread, "next unread"), (.help, "keys")
                ], in: .items)
        case .empty: hints([(.back, "back"), (.help, "keys")], in: .items)
        case .nothingFound(let bySearch):
            hints([(.escape, bySearch ? "back" : "all again"), (.help, "keys")], in: .items)
        }
    }

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
        case .failures:
            [
                (.refreshFeed, "ask again"), (.manageFeed, "change"), (.openInBrowser, "its site"), (.open, "go to it"),
                (.help, "keys")
            ]
        case .information: [(.back, "back")]
        case .help: [(.search, "find"), (.back, "back")]
        }
    }
}
