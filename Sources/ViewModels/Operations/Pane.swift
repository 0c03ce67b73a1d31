/// The parts of the reader that a wide screen shows side by side, from left to right.
package enum Pane: CaseIterable, Sendable {
    case feeds
    case items
    case article

    /// The place that the pane shows.
    package var place: Place {
        switch self {
        case .feeds: .feeds
        case .items: .items
        case .article: .article
        }
    }
}

extension Place {
    /// The pane that shows the place; nil if the place has the whole screen.
    package var pane: Pane? {
        switch self {
        case .feeds: .feeds
        case .items: .items
        case .article: .article
        case .welcome, .picture, .links, .failures, .information, .help, .history: nil
        }
    }
}
