import Addresses
import HTTP

/// The meaning of a feed's URL in newsboat's syntax.
enum FeedSource: Equatable, Sendable {
    case document(DocumentPlace)
    /// The output of a shell command.
    case command(String)
    /// The output of a shell command that reads a document.
    case filter(String, of: DocumentPlace)

    init(_ address: String) {
        if let line = address.text(after: "exec:") {
            self = .command(line)
        } else if let filter = FilterAddress(address) {
            self = .filter(String(filter.command), of: DocumentPlace(String(filter.address)))
        } else {
            self = .document(DocumentPlace(address))
        }
    }

    /// Whether it uses nothing of this machine.
    var isOnTheWeb: Bool { if case .document(.web) = self { true } else { false } }

    /// The URL to request, if any.
    var webAddress: String? {
        switch self {
        case .document(.web(let url)), .filter(_, of: .web(let url)): url
        case .document(.file), .filter(_, of: .file), .command: nil
        }
    }
}

/// The location of a document.
enum DocumentPlace: Equatable, Sendable {
    /// Also used for invalid URLs, which the client reports.
    case web(String)
    case file(path: String)

    init(_ address: String) {
        self = LocalFile.path(of: address).map { .file(path: $0) } ?? .web(address)
    }
}

extension String {
    fileprivate func text(after prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
