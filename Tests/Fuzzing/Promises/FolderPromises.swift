import Configuration
import FoundationEssentials
import SyncFolder
import TestSupport

/// What must hold for all files of a shared folder.
package final class FolderPromises: Sendable {
    private let path: String
    private let device = DeviceID()

    /// Works in a folder of its own, which is removed with this object.
    package init() throws {
        path = try TemporaryFolder.make(for: "fuzzing")
        try? FileManager.default.createDirectory(
            atPath: "\(path)/devices/\(device.text)", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The broken promises for a file, in words. A crash counts as one, too.
    package func broken(by bytes: [UInt8]) -> [String] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // No fuzzer finds a checksum.
        let summed = lines.map { line in
            let whole = line + sum(of: line)
            return FolderLine(whole[...]) == nil ? line : whole[...]
        }
        let right = summed.compactMap { FolderLine($0) }
        var broken = right.flatMap { Self.broken(by: $0) }
        for line in lines {
            if let name = String(validating: line, as: UTF8.self), let file = DeviceFile(name: name),
                DeviceFile(name: file.ownName)?.kind != file.kind
            {
                broken.append("a file's own name is one of its kind")
            }
        }
        do {
            let folder = try SharedFolder(path)
            if let header = try header(bytes, in: folder) {
                try folder.write(header)
                if try folder.header() != header { broken.append("the file at the top is read as it was written") }
            }
            let written = summed.flatMap { $0 + [UInt8(ascii: "\n")] }
            broken += try self.broken(byFile: written, with: right, in: folder)
        } catch {
            broken.append("the folder is there: \(error)")
        }
        return broken
    }

    private static func broken(by line: FolderLine) -> [String] {
        var broken: [String] = []
        if !(0...FolderLine.greatest).contains(line.number) || !(0...FolderLine.greatest).contains(line.time) {
            broken.append("numbers have limits")
        }
        if case .marks(let marks) = line.content {
            let times = marks.entries.map(\.time)
            if times != times.sorted() || times.contains(where: { !(0...FolderLine.greatest).contains($0) }) {
                broken.append("times are in order and have limits")
            }
            if marks.entries.count > FolderMarks.most { broken.append("a line has only so many marks") }
        }
        if line.content != .unknown, FolderLine(line.bytes.dropLast()) != line, line.bytes.count <= FolderLine.longest {
            broken.append("a line is read as it was written")
        }
        return broken
    }

    private func header(_ bytes: [UInt8], in folder: SharedFolder) throws -> FolderHeader? {
        try Data(bytes).write(to: URL(filePath: path + "/lede-sync.json"))
        do throws(FolderFailure) { return try folder.header() } catch { return nil }
    }

    /// Reads a file as a whole, and from each line on.
    private func broken(byFile bytes: [UInt8], with lines: [FolderLine], in folder: SharedFolder) throws -> [String] {
        let file = DeviceFile(.lines(1))
        try Data(bytes).write(to: URL(filePath: "\(path)/devices/\(device.text)/\(file.name)"))
        var reader = try folder.read(file, of: device)
        var places: [FilePlace] = []
        var read: [FolderLine] = []
        while let line = reader.next() {
            read.append(line)
            places.append(reader.place)
        }
        var broken = read == lines ? [] : ["a file has the lines that are in it"]
        for (count, place) in zip(1..., places.prefix(3)) {
            var rest = try folder.read(file, of: device, from: place)
            var others: [FolderLine] = []
            while let line = rest.next() { others.append(line) }
            if rest.isChanged || others != Array(read.dropFirst(count)) {
                broken.append("reading goes on where it ended")
            }
        }
        return broken
    }

    /// The checksum of a line, as its last field.
    private func sum(of line: ArraySlice<UInt8>) -> [UInt8] { Array(",\"s\":\"\(Checksum(line).text)\"}".utf8) }
}

/// What must hold for all settings of a feed that devices share.
package enum SharedFeedPromises {
    private static let url = "https://a.example/feed"

    /// The broken promises for settings, in words. A crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let shared = SharedFeed(String(decoding: bytes, as: UTF8.self))
        var broken: [String] = []
        if SharedFeed(shared.text) != shared { broken.append("settings are read as they were written") }
        for before in ["", "exec:fetch\n\(url) old \"~Old\"\n#: interval 5m\n"] {
            let old = UrlsText(Array(before.utf8))
            var text = old
            guard (try? text.take([(url, shared)])) != nil else { continue }
            if text.list.urls != old.list.urls + (old.list.urls.contains(url) ? [] : [url]) {
                broken.append("settings of a feed add no other")
            }
            if text.list.feedsToTrust(comparedWith: old.list) != [] {
                broken.append("settings of a feed need no trust")
            }
            if text.list.problems.count > old.list.problems.count { broken.append("what is taken is valid") }
            if text.sharedFeeds[url] != shared { broken.append("a feed gets the settings that it is given") }
            let once = text.bytes
            if (try? text.take([(url, shared)])) == nil || text.bytes != once {
                broken.append("taking twice is taking once")
            }
        }
        return broken
    }
}
