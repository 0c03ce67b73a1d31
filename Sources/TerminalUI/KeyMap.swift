import Terminal
import ViewModels

/// Which key does what, and where. A key is added here, in one line; the help takes it from here.
struct KeyMap {
    struct Binding {
        let operation: Operation
        let keys: [Key]
        let places: Set<Place>
    }

    static let standard = KeyMap([
        bind(.open, to: .enter, .right, .character("l"), in: .welcome, .feeds, .items),
        bind(.back, to: .character("q"), .left, .character("h")),
        bind(.down, to: .character("j"), .down),
        bind(.up, to: .character("k"), .up),
        bind(.pageDown, to: .pageDown, .control("f")),
        bind(.pageDown, to: .character(" "), in: .article, .failures, .help),
        bind(.pageUp, to: .pageUp, .control("b")),
        bind(.home, to: .home, .character("g")),
        bind(.end, to: .end, .character("G")),
        bind(.refreshFeed, to: .character("r"), in: .feeds, .items, .article),
        bind(.refreshAll, to: .character("R"), in: .feeds, .items, .article),
        bind(.escape, to: .escape),
        bind(.stopRefresh, to: .control("c"), in: .feeds, .items, .article, .failures, .help),
        bind(.markFeedRead, to: .character("A"), in: .feeds, .items, .article),
        bind(.markEverythingRead, to: .character("C"), in: .feeds, .items, .article),
        bind(.undo, to: .character("u"), in: .feeds, .items, .article),
        bind(.redo, to: .control("r"), in: .feeds, .items, .article),
        bind(.toggleStar, to: .character("s"), in: .items, .article),
        bind(.toggleRead, to: .character("N"), in: .items, .article),
        bind(.openInBrowser, to: .character("o"), in: .feeds, .items, .article),
        bind(.startWithStarterFeeds, to: .character("s"), in: .welcome),
        bind(.addFeed, to: .character("a"), in: .welcome, .feeds),
        bind(.importOPML, to: .character("i"), in: .welcome, .feeds),
        bind(.showFailures, to: .character("E"), in: .feeds, .items, .article),
        bind(.help, to: .character("?")),
        bind(.redraw, to: .control("l")),
        bind(.suspend, to: .control("z")),
        bind(.quit, to: .character("Q"))
    ])

    let bindings: [Binding]
    private let operations: [Place: [Key: Operation]]

    init(_ bindings: [Binding]) {
        self.bindings = bindings
        var operations: [Place: [Key: Operation]] = [:]
        for binding in bindings {
            for place in binding.places {
                for key in binding.keys { operations[place, default: [:]][key] = binding.operation }
            }
        }
        self.operations = operations
    }

    func operation(for key: Key, in place: Place) -> Operation? { operations[place]?[key] }

    /// What a hint calls the operation's key in a place; nil where it has none.
    func keyName(of operation: Operation, in place: Place) -> String? {
        bindings.first { $0.operation == operation && $0.places.contains(place) }?.keys.first?.name
    }

    private static func bind(_ operation: Operation, to keys: Key..., in places: Place...) -> Binding {
        Binding(operation: operation, keys: keys, places: places.isEmpty ? Set(Place.allCases) : Set(places))
    }
}
