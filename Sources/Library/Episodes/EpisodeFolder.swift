package import FoundationEssentials
import Glibc
package import System
import Typesetting
import URLs

/// The folder of episodes' files. It is the user's, who may keep other files there, and several libraries may share it.
///
/// A file is called `NAME.part` while it comes. The library knows only names, and as it may come from anywhere, each is
/// checked. Links in the folder are never followed, and no file is replaced by another.
package struct EpisodeFolder: Equatable, Sendable {
    package let path: String

    /// newsboat's users write a slash at its end, behind which a link would be followed.
    package init(_ path: String) { self.path = path.lastIndex { $0 != "/" }.map { String(path[...$0]) } ?? path }

    /// The path of a file that is here; nil otherwise.
    package func path(of name: String) -> String? {
        guard name.isFileName, let folder = try? open(), folder.status(of: name) != nil else { return nil }
        return "\(path)/\(name)"
    }

    /// The size of a file, or of what has come of it.
    package func bytes(of name: String) -> Int {
        guard name.isFileName, let folder = try? open() else { return 0 }
        return Int((folder.status(of: name) ?? folder.status(of: name + Self.endOfPart))?.st_size ?? 0)
    }

    /// A name like this one that nothing here and none of `taken` has.
    package func freeName(like name: String, besides taken: Set<String>) throws(FileFailure) -> String {
        let folder = try open(making: true)
        let trash = try? OpenFolder(Self.trash, in: folder).names
        let used = taken.union(trash ?? [])
        let free = name.similarNames.first { name in
            !used.contains(name) && !folder.has(name) && !folder.has(name + Self.endOfPart)
        }
        guard let free else { throw FileFailure(path, reason: "too many files are called “\(name)”") }
        return free
    }

    /// Opens the beginning of a file, which may be empty. Nobody else gets it until the descriptor is closed. Nil if another
    /// process has it.
    package func openPart(of name: String) throws(FileFailure) -> (descriptor: Int32, bytes: Int)? {
        let folder = try open(making: true)
        let part = name + Self.endOfPart
        guard name.isFileName else { throw FileFailure(path, reason: "“\(name)” can't be the name of a file") }
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let descriptor = openat(folder.descriptor, part, flags, 0o600)
        guard descriptor >= 0 else { throw FileFailure("\(path)/\(part)") }
        // A file system without locks is no reason to fail.
        let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        var status = stat()
        // Whoever had it may just have put it in its place.
        guard !isLocked, fstat(descriptor, &status) == 0, folder.status(of: part)?.st_ino == status.st_ino else {
            close(descriptor)
            return nil
        }
        return (descriptor, Int(status.st_size))
    }

    /// Puts a whole file in its place, and returns its name, which is another one if somebody has taken that. The caller
    /// holds its part open.
    package func finish(_ name: String) throws(FileFailure) -> String {
        let folder = try open()
        let part = name + Self.endOfPart
        let file = openat(folder.descriptor, part, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw FileFailure("\(path)/\(part)") }
        defer { close(file) }
        guard fsync(file) == 0 else { throw FileFailure("\(path)/\(part)") }
        for name in name.similarNames {
            // Not every file system can refuse to replace a file. So an empty one takes the name first.
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let empty = openat(folder.descriptor, name, flags, 0o600)
            if empty < 0, errno == EEXIST { continue }
            guard empty >= 0 else { break }
            close(empty)
            guard renameat(folder.descriptor, part, folder.descriptor, name) == 0 else {
                let failure = FileFailure("\(path)/\(name)")
                unlinkat(folder.descriptor, name, 0)
                throw failure
            }
            fsync(folder.descriptor)
            return name
        }
        throw FileFailure("\(path)/\(name)")
    }

    /// Deletes a file, or what has come of it.
    func remove(_ name: String) {
        guard name.isFileName, let folder = try? open() else { return }
        for name in [name, name + Self.endOfPart] { unlinkat(folder.descriptor, name, 0) }
    }

    /// Deletes a part into which nothing has come.
    package func removeEmptyPart(of name: String) {
        let part = name + Self.endOfPart
        guard name.isFileName, let folder = try? open(), folder.status(of: part)?.st_size == 0 else { return }
        unlinkat(folder.descriptor, part, 0)
    }

    /// Moves files that don't stay into the trash, and those that do back. From the trash, it deletes the lost ones, and
    /// those that nobody knows and that came before a time.
    func arrange(staying: [String], going: [String], lost: Set<String>, before time: time_t) {
        guard let folder = try? open() else { return }
        let gone = going.filter { $0.isFileName && (folder.has($0) || folder.has($0 + Self.endOfPart)) }
        if !gone.isEmpty { mkdirat(folder.descriptor, Self.trash, 0o700) }
        guard let trash = try? OpenFolder(Self.trash, in: folder) else { return }
        for name in gone { Self.move(name, from: folder, to: trash) }
        for name in staying where name.isFileName { Self.move(name, from: trash, to: folder) }
        let known = Set((staying + going).flatMap { [$0, $0 + Self.endOfPart] })
        let ended = Set(lost.flatMap { [$0, $0 + Self.endOfPart] })
        for name in trash.names ?? [] {
            guard let status = trash.status(of: name) else { continue }
            let isOld = !known.contains(name) && status.st_ctim.tv_sec < time
            if isOld || ended.contains(name) { unlinkat(trash.descriptor, name, 0) }
        }
    }

    private static func move(_ name: String, from old: borrowing OpenFolder, to new: borrowing OpenFolder) {
        for name in [name, name + endOfPart] where old.status(of: name) != nil && !new.has(name) {
            renameat(old.descriptor, name, new.descriptor, name)
        }
    }

    /// Creates the folder if asked to, but none above it, which may be those of a disk that isn't there.
    private func open(making isMade: Bool = false) throws(FileFailure) -> OpenFolder {
        guard let place = PrivateFiles.resolvingOwnLinks(path) else {
            throw FileFailure(path, reason: "it's a link of another user's")
        }
        guard !isMade || mkdir(place, 0o700) == 0 || errno == EEXIST else { throw FileFailure(path) }
        return try OpenFolder(place)
    }

    fileprivate static let endOfPart = ".part"
    private static let trash = ".trash"
}

extension OpenFolder {
    /// Whether something has this name.
    fileprivate func has(_ name: String) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }
}

extension Episode {
    /// The name that a format gives its file. Its fields are newsboat's.
    package func fileName(as format: String) -> String {
        let address = url.flatMap { WebURL($0) }
        let path = Array((address?.path.split(separator: "/").last ?? "").utf8).percentDecoded
        let base = String(decoding: path, as: UTF8.self)
        let name = RowFormat(format).row { field in
            switch field {
            case "n", "N": feedName.asPartOfName
            case "h": (address?.host.map { String($0) } ?? "").asPartOfName
            case "u": base.asPartOfName
            case "e": (base.ending ?? Self.usualEndings[type?.lowercased() ?? ""] ?? "").asPartOfName
            case "t": item.title.asPartOfName
            default: "FmbdHMSyY".contains(field) ? item.date.inLocalTime("%\(field)").asPartOfName : ""
            }
        }
        return name.asFileName
    }

    private static let usualEndings = [
        "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/mp4": "m4a", "audio/x-m4a": "m4a", "audio/aac": "aac",
        "audio/ogg": "ogg", "audio/opus": "opus", "audio/flac": "flac", "video/mp4": "mp4", "video/webm": "webm"
    ]
}

extension Date {
    /// In the user's time zone and a format of strftime(3); empty if it is too long for any list.
    package func inLocalTime(_ format: String) -> String {
        // Dates from a hostile library could overflow the conversion.
        var seconds = time_t(max(-1e11, min(1e11, timeIntervalSince1970)))
        var parts = tm()
        localtime_r(&seconds, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress, strftime(start, buffer.count, format, &parts) > 0 else { return "" }
            return String(cString: start)
        }
    }
}

extension String {
    /// Whether it names a file in a folder, and nothing else. Its part's name is longer.
    fileprivate var isFileName: Bool {
        guard let first = utf8.first, utf8.count <= 250 else { return false }
        return first != UInt8(ascii: ".") && first != UInt8(ascii: "-")
            && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    }

    fileprivate var asPartOfName: String { CleanText.line(String(prefix(500)).withoutSlashes) }

    /// A slash and an accent are one character.
    private var withoutSlashes: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0 == "/" ? "_" : $0 }))
    }

    /// As a file's name, which isn't hidden, no option of a program, no other file's part, and at most 200 bytes long.
    fileprivate var asFileName: String {
        let name = String(CleanText.line(withoutSlashes).unicodeScalars.drop { ".- ".unicodeScalars.contains($0) })
        let ending = name.ending.map { ".\($0)" } ?? ""
        let stem = String(name.dropLast(ending.count)).shortened(toBytes: 200 - ending.utf8.count)
        let whole = (stem.isEmpty ? "episode" : stem) + ending
        return whole.lowercased().utf8.suffix(5).elementsEqual(EpisodeFolder.endOfPart.utf8) ? whole + "_" : whole
    }

    /// “mp3” of “talk.mp3”; nil if nothing short is behind a dot.
    var ending: String? {
        guard let dot = lastIndex(of: "."), case let ending = self[index(after: dot)...],
            (1...8).contains(ending.count),
            ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        return String(ending)
    }

    /// The name itself, and then “talk (2).mp3” and so on.
    fileprivate var similarNames: some Sequence<String> {
        let ending = ending.map { ".\($0)" } ?? ""
        let stem = String(dropLast(ending.count)).shortened(toBytes: 220)
        return (1...999).lazy.map { $0 == 1 ? self : "\(stem) (\($0))\(ending)" }
    }
}
