import Glibc
import System

/// The folder that other programs carry from one device to the next. Everything in it may have been written by anybody.
///
/// Nothing outside it is touched: all names are opened relative to it, and links aren't followed.
package final class SharedFolder: Sendable {
    package let path: String
    private let root: OpenFile
    private let coder: LineCoder?

    package init(_ path: String) throws(FolderFailure) {
        guard let root = OpenFile(folder: path) else {
            guard errno == ENOENT || errno == ENOTDIR else { throw FolderFailure(reading: path) }
            throw FolderFailure(
                .passing, "the folder \(path) isn't there: create it, or connect the disk that it is on")
        }
        (self.path, self.root, coder) = (path, root, nil)
    }

    /// The folder whose lines are of this kind.
    package init(_ folder: SharedFolder, with coder: LineCoder) {
        (path, root, self.coder) = (folder.path, folder.root, coder)
    }

    /// What the file at its top says; nil if that doesn't exist.
    package func header() throws(FolderFailure) -> FolderHeader? {
        guard let file = OpenFile(FolderHeader.name, in: root, O_RDONLY) else {
            if errno == ENOENT { return nil }
            throw FolderFailure(reading: path)
        }
        guard file.isPlainFile, let bytes = file.read(FolderLine.longest, at: 0),
            let header = FolderHeader(bytes)
        else {
            throw FolderFailure(
                .lasting,
                "\(path)/\(FolderHeader.name) isn't of this version of lede: update lede, or choose another folder")
        }
        return header
    }

    /// Writes the file at its top.
    package func write(_ header: FolderHeader) throws {
        try replace(FolderHeader.name, in: root) { $0.write(header.bytes[...]) }
    }

    package func devices() -> [DeviceID] {
        guard let folder = OpenFile(Self.devices, in: root, O_RDONLY | O_DIRECTORY) else { return [] }
        return folder.names(atMost: Self.mostNames).compactMap { DeviceID($0) }.sorted().prefix(Self.mostDevices).map(
            \.self)
    }

    /// The files of a device, in the order in which they are to be read.
    package func files(of device: DeviceID) -> [(file: DeviceFile, version: FolderFileVersion)] {
        guard let folder = folder(of: device) else { return [] }
        let files = folder.names(atMost: Self.mostNames).compactMap { DeviceFile(name: $0) }.sorted()
        return files.compactMap { file in
            var status = stat()
            guard fstatat(folder.descriptor, file.name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1
            else { return nil }
            return (file, FolderFileVersion(status))
        }
    }

    /// Reads a file from a place on.
    package func read(
        _ file: DeviceFile, of device: DeviceID, from place: FilePlace = .start
    ) throws(FolderFailure) -> LineReader {
        guard let folder = folder(of: device), let open = OpenFile(file.name, in: folder, O_RDONLY), open.isPlainFile
        else { throw FolderFailure(reading: "\(path)/\(Self.devices)/\(device.text)") }
        guard let coder else { return LineReader(open, from: place) { FolderLine($0) } }
        return LineReader(open, from: place) { coder.line($0, in: file, of: device) }
    }

    /// The greatest file that is read.
    package static let largest = 64 << 20
    /// The folder of the devices' folders.
    package static let devices = "devices"

    private static let (mostDevices, mostNames) = (1000, 10_000)

    private func folder(of device: DeviceID) -> OpenFile? {
        OpenFile(Self.devices, in: root, O_RDONLY | O_DIRECTORY).flatMap {
            OpenFile(device.text, in: $0, O_RDONLY | O_DIRECTORY)
        }
    }
}

// What a device writes, in its own folder.
extension SharedFolder {
    /// Appends lines, on the disk when it returns. A torn line before them gets a line break. Returns what the file is now.
    @discardableResult
    package func append(
        _ lines: [FolderLine], to file: DeviceFile, of device: DeviceID
    ) throws(FolderFailure) -> (version: FolderFileVersion, place: FilePlace) {
        let lines = lines.flatMap { bytes(of: $0, in: file, of: device) }
        let folder = try ownFolder(device)
        guard let open = OpenFile(file.name, in: folder, O_RDWR | O_CREAT | O_APPEND), let size = open.status?.st_size
        else { throw FolderFailure(writing: path) }
        guard open.isPlainFile else { throw FolderFailure(writing: path, errno: ELOOP) }
        let isTorn = size > 0 && open.read(1, at: Int(size) - 1) != [UInt8(ascii: "\n")]
        guard open.write(isTorn ? [UInt8(ascii: "\n")] + lines : lines[...]), fsync(open.descriptor) == 0 else {
            throw FolderFailure(writing: path)
        }
        if size == 0 { fsync(folder.descriptor) }
        guard let end = LineReader.end(of: open) else { throw FolderFailure(writing: path) }
        return end
    }

    /// What a file is now, and its end.
    package func end(of file: DeviceFile, of device: DeviceID) -> (version: FolderFileVersion, place: FilePlace)? {
        folder(of: device).flatMap { OpenFile(file.name, in: $0, O_RDONLY) }.flatMap { LineReader.end(of: $0) }
    }

    /// Writes a whole file, which replaces another one of this name when it is on the disk. `body` passes on its parts.
    package func write(
        _ file: DeviceFile, of device: DeviceID, _ body: ((FolderLine) throws(FolderFailure) -> Void) throws -> Void
    ) throws {
        try replace(file.name, in: ownFolder(device)) { open in
            var waiting: [UInt8] = []
            func put(_ line: FolderLine) throws(FolderFailure) {
                waiting += bytes(of: line, in: file, of: device)
                guard waiting.count >= 1 << 16 else { return }
                guard open.write(waiting[...]) else { throw FolderFailure(writing: path) }
                waiting.removeAll(keepingCapacity: true)
            }
            try body(put)
            return open.write(waiting[...])
        }
    }

    package func remove(_ file: DeviceFile, of device: DeviceID) {
        if let folder = folder(of: device) { unlinkat(folder.descriptor, file.name, 0) }
    }

    /// Removes the files of another device, and its folder.
    package func remove(_ device: DeviceID) {
        guard let devices = OpenFile(Self.devices, in: root, O_RDONLY | O_DIRECTORY) else { return }
        for file in files(of: device) { remove(file.file, of: device) }
        unlinkat(devices.descriptor, device.text, AT_REMOVEDIR)
    }

    private func bytes(of line: FolderLine, in file: DeviceFile, of device: DeviceID) -> [UInt8] {
        coder?.bytes(of: line, in: file, of: device) ?? line.bytes
    }

    private func ownFolder(_ device: DeviceID) throws(FolderFailure) -> OpenFile {
        guard let devices = makeFolder(Self.devices, in: root), let folder = makeFolder(device.text, in: devices) else {
            throw FolderFailure(writing: path)
        }
        return folder
    }

    private func makeFolder(_ name: String, in folder: OpenFile) -> OpenFile? {
        guard mkdirat(folder.descriptor, name, 0o700) == 0 || errno == EEXIST else { return nil }
        return OpenFile(name, in: folder, O_RDONLY | O_DIRECTORY)
    }

    private func replace(_ name: String, in folder: OpenFile, _ body: (OpenFile) throws -> Bool) throws {
        let draft = ".\(name).tmp"
        unlinkat(folder.descriptor, draft, 0)
        var isInPlace = false
        defer { if !isInPlace { unlinkat(folder.descriptor, draft, 0) } }
        guard let open = OpenFile(draft, in: folder, O_WRONLY | O_CREAT | O_EXCL), try body(open),
            fsync(open.descriptor) == 0, renameat(folder.descriptor, draft, folder.descriptor, name) == 0
        else { throw FolderFailure(writing: path) }
        isInPlace = true
        fsync(folder.descriptor)
    }
}

extension FolderFailure {
    fileprivate init(reading path: String, errno code: Int32 = errno) {
        self.init(.passing, "can't read \(path): \(String(cString: strerror(code)))")
    }

    fileprivate init(writing path: String, errno code: Int32 = errno) {
        let reason =
            switch code {
            case ENOSPC, EDQUOT: "the disk is full: make room on it"
            case EROFS, EACCES, EPERM: "it is read-only: let lede write there"
            case ELOOP, ENOTDIR: "a link is in the way: remove it"
            default: String(cString: strerror(code))
            }
        self.init(.passing, "can't write to \(path): \(reason)")
    }
}

/// Why the folder can't be read or written.
package struct FolderFailure: Error, Equatable {
    package enum Kind: Sendable {
        /// It isn't there, or a disk is full: it may work later.
        case passing
        /// Only the user can help.
        case lasting
    }

    package let kind: Kind
    /// What is wrong, and what to do about it.
    package let reason: String

    package init(_ kind: Kind, _ reason: String) {
        (self.kind, self.reason) = (kind, reason)
    }
}

/// An open file or folder, closed with its last owner.
final class OpenFile: Sendable {
    let descriptor: Int32

    /// Opens a name in a folder, never through a link. Nil if that fails, with `errno` set.
    init?(_ name: String, in folder: OpenFile, _ flags: Int32) {
        descriptor = openat(folder.descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        if descriptor < 0 { return nil }
    }

    /// Opens a folder that the user has named.
    init?(folder path: String) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit {
        // Not after a failure, whose errno somebody reads.
        if descriptor >= 0 { close(descriptor) }
    }

    var status: stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// Whether it is a regular file under one name only: another name might be outside the folder.
    var isPlainFile: Bool { status.map { $0.st_mode & S_IFMT == S_IFREG && $0.st_nlink <= 1 } ?? false }

    /// The bytes from an offset, at most so many; nil if they can't be read.
    func read(_ count: Int, at offset: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                pread(
                    $0.isEmpty ? -1 : descriptor, $0.baseAddress?.advanced(by: filled), count - filled, offset + filled)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return nil }
            if got == 0 { break }
            filled += got
        }
        return filled == count ? bytes : Array(bytes[..<filled])
    }

    /// Writes all bytes; false if that fails, with `errno` set.
    func write(_ bytes: ArraySlice<UInt8>) -> Bool { PrivateFiles.write(bytes, to: descriptor) }

    /// The names in a folder, at most so many.
    func names(atMost limit: Int) -> [String] {
        Array(FolderEntries(of: descriptor).lazy.map(\.name).prefix(limit))
    }
}
