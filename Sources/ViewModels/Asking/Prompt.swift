package import Library

/// A line that the person is asked for at the foot of the screen.
package struct Prompt: Equatable, Sendable {
    package enum Purpose: Equatable, Sendable {
        case addFeed
        case importOPML
        case openLink
        case findInText
        case goToTitle
        /// The file that was said to be there already, if one was.
        case saveArticle(replacing: String?)
        /// How many of the list, where some are selected.
        case saveAll(selected: Int?)
        /// With how many are selected, where they are.
        case pipeArticle(selected: Int?)
        case bookmark(Bookmark, Bookmark.Field)
        case command
        case findItems
        case filter
        /// With what they were narrowed to before, and where the cursor stood.
        case narrowFeeds(before: String, on: FeedListEntry.ID?, rowsAbove: Int)
        /// With its filter.
        case newQuery(String)
        case feedTitle(Feed)
        /// With those that were shown.
        case feedTags(Feed, shown: String)
        case feedGroup(Feed)
        case feedAddress(Feed)
        case queryName(Query)
    }

    package let purpose: Purpose
    package var line: TypedLine {
        didSet {
            guard line != oldValue else { return }
            completion = nil
            if line.text != oldValue.text { (problem, remark, recall) = (nil, nil, nil) }
            if line.isCut { problem = Self.tooLong }
        }
    }

    /// What is wrong with what was typed, until it is changed.
    package internal(set) var problem: String?
    /// What is to be said of the line while it is typed, which nobody has asked for yet.
    package internal(set) var remark: String?
    /// What could stand before the cursor, where somebody asked.
    package private(set) var completion: Completion?
    private var recall: Recall?

    /// Where in the history the person is, and what they had typed before they went there.
    private struct Recall: Equatable {
        let typed: String
        var place: Int
    }

    /// What is known of a line that was cut, which nobody has typed so.
    static let tooLong = "No line is longer than \(TypedLine.longest) bytes: what is behind that is cut off"

    init(_ purpose: Purpose, text: String = "") {
        self.purpose = purpose
        line = TypedLine(text)
        if line.isCut { problem = Self.tooLong }
    }

    package var text: String { line.text }
    package var cursor: Int { line.cursor }
}

extension Prompt.Purpose {
    package var label: String {
        switch self {
        case .addFeed: "Address of the feed: "
        case .importOPML: "OPML file: "
        case .openLink: "Number of the link: "
        case .findInText: "/"
        case .goToTitle: "Title: "
        case .saveArticle: "Save to: "
        case .saveAll(selected: nil): "Save all of this list to the folder: "
        case .saveAll(selected: let count?): "Save the \(count) selected to the folder: "
        case .bookmark(_, let field): field.label
        case .pipeArticle(selected: nil): "Pipe the article to: "
        case .pipeArticle(selected: let count?): "Pipe the \(count) selected to: "
        case .command: ":"
        case .findItems: "/"
        case .filter: "Filter: "
        case .narrowFeeds: "Feeds with: "
        case .newQuery: "Name of the new list: "
        case .feedTitle: "Name of the feed (nothing for its own): "
        case .feedTags: "Its tags: "
        case .feedGroup: "Its group, such as code/swift: "
        case .feedAddress: "Its address: "
        case .queryName: "Name of the list: "
        }
    }

    /// What the history is called of what was typed here; nil where none is kept.
    var history: String? {
        switch self {
        case .addFeed: "address"
        case .importOPML: "file"
        case .openLink: nil
        case .findInText: "search"
        case .goToTitle: "title"
        case .saveArticle: "save"
        case .saveAll: "folder"
        case .bookmark: nil
        case .pipeArticle: "pipe"
        case .command: "command"
        case .findItems: "search"
        case .filter: "filter"
        case .narrowFeeds: "feeds"
        case .newQuery, .feedTitle, .feedTags, .feedGroup, .feedAddress, .queryName: nil
        }
    }
}

extension Prompt {
    /// Goes through what was typed before and begins like what is typed now, the latest last.
    mutating func recall(_ history: [String], earlier: Bool) {
        var recall = recall ?? Recall(typed: text, place: history.count)
        let fits = { (place: Int) in history[place].hasPrefix(recall.typed) && history[place] != text }
        let place =
            earlier
            ? history.indices.prefix(recall.place).last(where: fits)
            : history.indices.dropFirst(recall.place + 1).first(where: fits)
        if place == nil, earlier || recall.place == history.count { return }
        recall.place = place ?? history.count
        line = TypedLine(place.map { history[$0] } ?? recall.typed)
        self.recall = recall
    }

    /// Adds what all have in common that could stand here; where that is nothing, they are shown, and taken one by one,
    /// or `backward`.
    mutating func complete(backward: Bool = false, _ found: () -> Completion) {
        guard let shown = completion else {
            let found = found()
            guard let added = found.added else { return }
            line.replace(last: found.begun, with: added)
            completion = found.choices.count > 1 ? found.afterTaking(added) : nil
            return
        }
        let next = shown.next(backward: backward)
        line.replace(last: shown.begun, with: next.text)
        completion = next.completion
    }
}

extension Prompt.Purpose {
    /// Whether it is for the item that the cursor was on, and names no other.
    var isOfItem: Bool {
        switch self {
        case .saveArticle, .pipeArticle: true
        default: false
        }
    }
}
