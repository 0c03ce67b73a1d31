package import SQLite
import System

/// Why the library couldn't be opened, read or written.
package enum LibraryFailure: Error, Equatable {
    case noDatabase(path: String)
    /// The file to restore isn't a library.
    case noBackup(path: String)
    /// The file to overwrite isn't a backup.
    case occupied(path: String)
    case newerVersion(path: String)
    case olderVersion(path: String)
    /// The file in use is damaged.
    case damaged
    /// The file is damaged, and another process has it open, so it can't be set aside.
    case damagedInUse(path: String)
    /// The file should be replaced, and another process has it open.
    case inUse(path: String)
    case unreadable(path: String, reason: String)
    /// The journal beside the file names another file, which SQLite would delete.
    case foreignJournal(path: String)
    /// The file was deleted or moved while in use.
    case lost
    /// Another process has been writing all the time.
    case busy
    case storage(SQLiteError)
}

extension LibraryFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noDatabase(let path):
            "\(path) is damaged or not a lede library: restore a backup, or move it away to start with an empty one"
        case .noBackup(let path):
            "\(path) is damaged or not a lede library: use a file that “lede backup” made"
        case .occupied(let path):
            "\(path) exists and isn't a backup, so lede doesn't replace it: choose another file"
        case .newerVersion(let path):
            "\(path) was written by a newer lede: update lede, or choose another folder with --data-dir"
        case .olderVersion(let path):
            "\(path) was written by a lede older than any release: move it away, or choose another folder with --data-dir"
        case .damaged:
            "the library is damaged: restart lede, which then saves what it can"
        case .damagedInUse(let path):
            "\(path) is damaged, and another lede has it open: quit that one first"
        case .inUse(let path):
            "another lede has \(path) open: quit that one first"
        case .unreadable(let path, let reason):
            "can't open \(path): \(reason): check that you may write there and that the disk isn't full"
        case .foreignJournal(let path):
            "can't open \(path): the journal beside it names another file, which SQLite would delete: move it away"
        case .lost:
            "the library's file was deleted or moved, so lede can't save anything: put it back, or restart lede"
        case .busy:
            "another lede is writing to the library: try again when it has finished"
        case .storage(let error):
            "can't use the library: \(error.message): check the disk space and the file's permissions"
        }
    }
}

extension LibraryFailure {
    /// An error while reading or writing a library in use.
    init(_ error: any Error) {
        switch error {
        case let error as LibraryFailure: self = error
        case let error as FileFailure: self = .unreadable(path: error.path, reason: error.reason)
        case let error as SQLiteError where error.isBusy: self = .busy
        case let error as SQLiteError where error.isNoDatabase: self = .damaged
        case let error as SQLiteError where error == .lostFile: self = .lost
        case let error as SQLiteError: self = .storage(error)
        default: preconditionFailure("the library threw what it never throws: \(error)")
        }
    }

    /// An error while opening the library at `path`.
    init(_ error: any Error, opening path: String) {
        switch error {
        case let error as UnknownSchema: self = error.isNewer ? .newerVersion(path: path) : .olderVersion(path: path)
        case let error as SQLiteError where error.isNoDatabase: self = .noDatabase(path: path)
        case let error as SQLiteError where error.isBusy: self = .busy
        case let error as SQLiteError where error.reason == .foreignJournal: self = .foreignJournal(path: path)
        case let error as SQLiteError: self = .unreadable(path: path, reason: error.message)
        default: self.init(error)
        }
    }
}
