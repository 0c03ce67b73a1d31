import SQLite

/// Why nothing could be brought over from another reader.
package enum MovingFailure: Error, Equatable {
    /// There is nothing of that reader where it was looked for.
    case nothingThere(String)
    case unreadable(path: String, reason: String)
    /// The other reader wrote to the file all the time that it was copied.
    case inUse(path: String)
    /// It is no database of that reader's, or a damaged one.
    case notItsDatabase(path: String, reason: String)
}

extension MovingFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nothingThere(let place): "nothing to import in \(place): give the right folder"
        case .unreadable(let path, let reason): "can't read \(path): \(reason)"
        case .inUse(let path): "another program is writing to \(path): quit the other reader first"
        case .notItsDatabase(let path, let reason): "\(path) isn't the expected database: \(reason)"
        }
    }
}

extension MovingFailure {
    init(_ error: any Error, in path: String) {
        let reason = (error as? SQLiteError)?.message ?? "\(error)"
        self = .notItsDatabase(path: path, reason: reason)
    }
}
