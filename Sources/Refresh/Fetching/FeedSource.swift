import Addresses
import HTTP

/// What the address of a feed means, as newsboat's users write it.
enum FeedSource: Equatable, Sendable {
    case document(DocumentPlace)
    /// What a command line prints.
    case command(String)
    /// What a command line makes of a document that it reads.
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

    /// Whether nothing of this machine is asked for it.
    var isOnTheWeb: Bool { if case .document(.web) = self { true } else { false } }

    /// What a server is asked for, if one is.
    var webAddress: String? {
        switch self {
        case .document(.web(let url)), .filter(_, of: .web(let url)): url
        case .document(.file), .filter(_, of: .file), .command: nil
        }
    }
}

/// Where a document lies.
enum DocumentPlace: Equatable, Sendable {
    /// Also what is no address at all: the client says so.
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
