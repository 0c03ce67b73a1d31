import Glibc

/// A file written beside the one that it replaces, so that the replacement is complete or doesn't happen.
package struct FileDraft: Sendable {
    package let path: String
    package let target: String
    /// The target's name for messages.
    private let name: String
    /// The suffixes of files that the draft's writer makes beside it.
    private let companions: [String]

    package init(at path: String, for target: String, named name: String? = nil, companions: [String] = []) {
        self.path = path
        self.target = target
        self.name = name ?? target
        self.companions = companions
    }

    /// Creates an empty draft that only the user may read, replacing one that a kill left.
    package func make() throws(FileFailure) { close(try create()) }

    /// Creates the draft with these bytes, on the disk, with the mode of the file that it replaces.
    package func make(with bytes: [UInt8]) throws(FileFailure) {
        var status = stat()
        let isThere = lstat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let descriptor = try create()
        defer { close(descriptor) }
        do throws(FileFailure) {
            guard PrivateFiles.write(bytes[...], to: descriptor) else { throw FileFailure(name) }
            // Another user's file keeps its owner if the system allows it, as it does for the administrator.
            if isThere { _ = fchown(descriptor, status.st_uid, status.st_gid) }
            // Only now, with its owner: until then nobody else may read it.
            let mode = isThere ? status.st_mode & 0o7777 : 0o600
            guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw FileFailure(name) }
        } catch {
            discard()
            throw error
        }
    }

    /// Writes to the disk what other code wrote to the draft.
    package func sync() throws(FileFailure) {
        let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(name) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileFailure(name) }
    }

    package func putInPlace() throws(FileFailure) {
        guard rename(path, target) == 0 else {
            let failure = FileFailure(name)
            discard()
            throw failure
        }
    }

    /// Makes the replacement survive a power cut.
    package func settle() { PrivateFiles.syncFolder(of: target) }

    /// Removes a draft that hasn't replaced its target.
    package func discard() {
        unlink(path)
        removeCompanions(of: path)
    }

    /// Removes the files that the draft's writer, or that of its target, has made beside it.
    package func removeCompanions(of file: String) { for suffix in companions { unlink(file + suffix) } }

    private func create() throws(FileFailure) -> Int32 {
        discard()
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // The file in the way isn't the one that the user knows.
        guard descriptor >= 0 else { throw FileFailure(errno == EEXIST ? path : name) }
        return descriptor
    }
}

extension FileDraft {
    /// The draft of a file that is written at once. Each process has its own.
    init(for target: String, named name: String? = nil) {
        self.init(at: "\(target).\(getpid())\(Self.end)", for: target, named: name)
    }

    private static let end = ".new"

    /// Removes drafts whose writers were killed before the replacement.
    package static func discardLeft(beside target: String) {
        let folder = PrivateFiles.parent(of: target)
        let start = (target.split(separator: "/").last ?? "") + "."
        for entry in FolderEntries(folder) where entry.name.hasPrefix(start) && entry.name.hasSuffix(end) {
            guard let writer = pid_t(entry.name.dropFirst(start.count).dropLast(end.count)), writer > 0 else {
                continue
            }
            if kill(writer, 0) != 0, errno == ESRCH { unlink("\(folder)/\(entry.name)") }
        }
    }
}

/// The draft of a file that may replace only one version of it, or a missing file.
package struct Successor: Sendable {
    private let draft: FileDraft
    private let predecessor: FileVersion?
    private let version: FileVersion?

    /// The file is another one by now.
    package struct Overtaken: Error {
        package init() {}
    }

    package init(_ bytes: [UInt8], to predecessor: FileVersion?, at target: String) throws(FileFailure) {
        guard predecessor == nil || access(target, W_OK) == 0 else { throw FileFailure(target) }
        draft = FileDraft(for: target)
        try draft.make(with: bytes)
        self.predecessor = predecessor
        version = FileVersion(of: draft.path)
    }

    package func putInPlace() throws {
        guard FileVersion(of: draft.target) == predecessor else { throw Overtaken() }
        try draft.putInPlace()
    }

    /// Makes the replacement survive a power cut.
    package func settle() { draft.settle() }

    /// Removes a draft that hasn't replaced its target.
    package func discard() { draft.discard() }

    /// Restores `old`, unless somebody has written to the file since.
    package func withdraw(for old: [UInt8]) throws(FileFailure) {
        guard FileVersion(of: draft.target) == version else { return }
        guard predecessor != nil else {
            unlink(draft.target)
            return
        }
        try PrivateFiles.write(old, to: draft.target)
    }
}

/// Files that are created together or not at all. All of them are on the disk before the first gets its name.
package struct NewFiles: Sendable {
    private var files: [(path: String, draft: Successor)] = []

    package init(_ contents: [(path: String, bytes: [UInt8])]) throws(FileFailure) {
        for (path, bytes) in contents {
            do throws(FileFailure) {
                try PrivateFiles.makeDirectory(PrivateFiles.parent(of: path))
                files.append((path, try Successor(bytes, to: nil, at: PrivateFiles.resolvingLinks(path))))
            } catch {
                discard()
                throw error
            }
        }
    }

    /// Puts all files in place, or none if one fails.
    package func putInPlace() throws {
        for (path, draft) in files {
            do {
                try draft.putInPlace()
                draft.settle()
            } catch {
                try withdraw()
                throw error is Successor.Overtaken
                    ? FileFailure(path, reason: "another program has just created it") : error
            }
        }
    }

    /// Removes the files in place, unless somebody has written to them since.
    package func withdraw() throws(FileFailure) {
        for (_, draft) in files { try draft.withdraw(for: []) }
    }

    /// Removes drafts that aren't in place.
    package func discard() {
        for (_, draft) in files { draft.discard() }
    }
}
