import SQLite

/// A feed from another reader's list, for the urls file.
package struct ImportedFeed: Equatable, Sendable {
    package var url: String
    /// The user's own title.
    package var title: String?
    /// The feed's group.
    package var folder: String?
    /// The feed's own settings in the other reader's syntax, the most important last.
    package var settings: [String] = []
}

/// Something that couldn't be imported, and why.
package struct LeftBehind: Equatable, Sendable, CustomStringConvertible {
    package let line: Int
    package let reason: String

    package var description: String { "line \(line): \(reason)" }
}

/// The reason why nothing could be imported from another reader.
package enum MovingFailure: Error, Equatable {
    /// The other reader's files aren't there.
    case nothingThere(String)
    case unreadable(path: String, reason: String)
    /// The other reader kept writing to the file while it was copied.
    case inUse(path: String)
    /// It isn't that reader's database, or it is damaged.
    case notItsDatabase(path: String, reason: String)
}

extension MovingFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nothingThere(let place): "found nothing to import in \(place): name the right folder"
        case .unreadable(let path, let reason): "can't read \(path): \(reason)"
        case .inUse(let path): "another program is writing to \(path): quit the other reader first"
        case .notItsDatabase(let path, let reason): "\(path) isn't the expected database: \(reason)"
        }
    }
}

extension MovingFailure {
    init(_ error: any Error, in path: String) {
        let failure = error as? SQLiteError
        let reason = failure?.message ?? "\(error)"
        self =
            failure?.reason == .foreignJournal
            ? .unreadable(path: path, reason: reason) : .notItsDatabase(path: path, reason: reason)
    }
}
