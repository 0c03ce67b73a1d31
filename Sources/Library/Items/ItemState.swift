import SQLite
import SyncFolder

/// A state of items that marks set and take away: whether they are read, starred, in the queue of episodes, or heard.
///
/// Everything that the library knows of a state is here: its columns, counts, words and conditions. A new one also needs
/// columns in `states` and `totals`, with an index if it has a list, and a case of `FilterAttribute`.
package enum ItemState: Int, CaseIterable, Sendable {
    case read
    case starred
    case queued
    /// Played to the end, which says more than read: show notes are read without it.
    case heard

    /// Those that feed servers know.
    package static let onServers: [ItemState] = [.read, .starred]

    private var name: String {
        switch self {
        case .read: "read"
        case .starred: "starred"
        case .queued: "queued"
        case .heard: "heard"
        }
    }

    /// The column of `states`, and of `server_items`.
    var column: String { "is_\(name)" }

    /// The column of `states` for the time at which it was last set.
    var timeColumn: String { "\(name)_at" }

    /// Whether items with the state are counted and listed, or those without it.
    var countedValue: Bool { self != .read }

    /// What counted items are called: in `totals`, in filters (`FilterAttribute`) and by servers.
    package var countedName: String { self == .read ? "unread" : name }

    /// The column of `feeds` with each feed's count; nil if feeds don't count it.
    var feedColumn: String? { self == .read ? countedName : nil }

    /// Whether an index has the counted items of all feeds by date.
    var hasList: Bool { [.starred, .queued].contains(self) }

    /// Whether items that have it stay, with their pages, when old ones are deleted.
    fileprivate var keepsItems: Bool { [.starred, .queued].contains(self) }

    /// Whether a mark applies to all duplicates of an item that a list hides, or only to those with its words.
    var isOfWholeStory: Bool { self != .read }

    /// Whether servers hear that a deleted item has it: who deletes an item is done with it.
    var isSetByDeleting: Bool { self == .read }

    /// Its kind of mark in lines of the shared folder.
    var folderKind: FolderMarkKind {
        switch self {
        case .read: .read
        case .starred: .star
        case .queued: .queue
        case .heard: .heard
        }
    }

    /// Its kind of mark in the registers of the shared folder.
    var folderLetter: String { String(name.prefix(1)) }

    /// The action of rules that sets it, and what that has done to an item, for the article's head.
    var ruleAction: (word: String, done: String) {
        switch self {
        case .read: ("mark-read", "marked read")
        case .starred: ("star", "starred")
        case .queued: ("enqueue", "queued")
        case .heard: ("mark-heard", "marked heard")
        }
    }

    /// Names the mark in the journal.
    func kind(_ value: Bool) -> String {
        (value ? "" : "un") + (self == .starred ? "star" : self == .queued ? "queue" : name)
    }

    /// “mark 132 items read”.
    func words(_ value: Bool, _ items: String) -> String {
        switch self {
        case .read: "mark \(items) \(value ? "read" : "unread")"
        case .starred: "\(value ? "star" : "unstar") \(items)"
        case .queued: value ? "queue \(items)" : "take \(items) out of the queue"
        case .heard: "mark \(items) \(value ? "heard" : "not heard")"
        }
    }

    /// “Marked 132 items read”.
    package func pastWords(_ value: Bool, _ items: String) -> String {
        switch self {
        case .read: "Marked \(items) \(value ? "read" : "unread")"
        case .starred: "\(value ? "Starred" : "Unstarred") \(items)"
        case .queued: value ? "Queued \(items)" : "Took \(items) out of the queue"
        case .heard: "Marked \(items) \(value ? "heard" : "not heard")"
        }
    }

    /// The words after `is:` in filters and searches.
    private var filterWords: [(word: String, value: Bool)] {
        [(countedName, countedValue)] + (self == .read ? [(name, true)] : [])
    }
}

extension ItemState {
    static let filterWords = allCases.flatMap { state in
        state.filterWords.map { (word: $0.word, state: state, value: $0.value) }
    }

    /// “is:unread, is:read or is:starred”.
    static let filterAdvice: String = {
        let words = filterWords.map { "is:\($0.word)" }
        return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }()

    init?(_ kind: FolderMarkKind) {
        guard let state = Self.allCases.first(where: { $0.folderKind == kind }) else { return nil }
        self = state
    }

    /// The mark with this kind in the journal; nil if there is none.
    static func mark(ofKind kind: String) -> Mark? {
        for state in allCases {
            for value in [true, false] where state.kind(value) == kind { return .state(state, value) }
        }
        return nil
    }
}

// In SQL, over `states` unless another table is named.
extension ItemState {
    /// Written literally as in the conditions of indexes.
    func condition(_ value: Bool) -> String { "\(column) = \(value ? 1 : 0)" }

    /// The condition for counted items.
    var countedCondition: String { condition(countedValue) }

    /// All columns, in the order of `ItemStates`.
    static let columns = allCases.map(\.column).joined(separator: ", ")

    /// The columns of `server_items`, in the order of `ItemStates`.
    static let serverColumns = onServers.map { "server_items.\($0.column)" }.joined(separator: ", ")

    /// The states that servers know, as they should have them.
    static let columnsForServers = onServers.map { state in
        state.isSetByDeleting ? "states.\(state.column) OR is_deleted" : "states.\(state.column)"
    }.joined(separator: ", ")

    /// Whether an item stays when old ones are deleted, except for its tags.
    static let keeps = allCases.filter(\.keepsItems).map(\.column).joined(separator: " OR ")

    /// The columns of `totals`.
    static let totals = (["items"] + allCases.map(\.countedName)).joined(separator: ", ")

    /// What `totals` has, counted.
    static let counts = (["count(*)"] + allCases.map { "count(*) FILTER (WHERE \($0.countedCondition))" }).joined(
        separator: ", ")
}

/// The states that an item has.
package struct ItemStates: Hashable, Sendable {
    private var bits: UInt8 = 0

    package init(_ states: ItemState...) { for state in states { self[state] = true } }

    /// Reads columns in the order of `ItemState.columns`, from one on.
    init(_ row: borrowing Row, from column: Int32, _ states: [ItemState] = ItemState.allCases) {
        for state in states { self[state] = row.bool(.position(column + Int32(state.rawValue))) }
    }

    package subscript(state: ItemState) -> Bool {
        get { bits & 1 << state.rawValue != 0 }
        set { bits = newValue ? bits | 1 << state.rawValue : bits & ~(1 << state.rawValue) }
    }

    /// Whether an item with these stays when old ones are deleted.
    var keepItem: Bool { ItemState.allCases.contains { $0.keepsItems && self[$0] } }

    /// In the order of `ItemState.serverColumns`.
    var valuesForServers: [Bool] { ItemState.onServers.map { self[$0] } }
}
