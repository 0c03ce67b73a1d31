import FoundationEssentials
import Library
import SyncFolder

extension FolderRun {
    /// Writes what was done here.
    mutating func write(_ desk: inout FolderDesk) throws {
        var waiting = try library.folderLines()
        var condition = try desk.condition(waiting)
        if condition == .foreign {
            try claim()
            // In a folder without files of this library, everything is said.
            let isNew = !desk.memory.devices.contains(where: \.isThere)
            _ = try library.become(DeviceID(), titled: settings.device, at: desk.site, sayingAll: isNew)
            try desk.look()
            condition = .lost
        }
        guard let own = desk.own else { return }
        try introduce(own, in: desk.folder)
        try noteSubscriptions(by: own)
        if desk.memory.hasNews {
            try claim()
            counts.sent += try library.noteFolderChanges(of: account.id, by: own.row, at: clock())
        }
        waiting = try library.folderLines()
        if condition == .lost {
            try writeState(&desk)
        } else if !waiting.isEmpty {
            try claim()
            try append(waiting, &desk)
        }
        let sizes = desk.sizes
        if sizes.lines > max(settings.limits.compacted, 2 * sizes.state) { try writeState(&desk) }
    }

    /// Appends lines to the newest file, or to the next if that is long.
    private mutating func append(_ lines: [FolderLine], _ desk: inout FolderDesk) throws {
        guard let own = desk.own, let last = lines.last else { return }
        let numbers = desk.numbers
        var file = DeviceFile(.lines(max(numbers.lines, numbers.state + 1)))
        if let size = desk.files.first(where: { $0.file == file })?.version.size, size > settings.limits.longestFile {
            file = DeviceFile(.lines(numbers.lines + 1))
        }
        let there = try numbersIn(file, desk)
        let missing = lines.filter { !there.contains($0.number) }
        let end = try desk.folder.append(missing, to: file, of: own.id)
        try goOn()
        try library.wrote(
            upTo: last.number, [FolderFile(name: file.name, version: end.version, place: end.place)], by: own.row)
        try desk.look()
    }

    /// The lines that a kill left in a file without the library knowing.
    private func numbersIn(_ file: DeviceFile, _ desk: FolderDesk) throws -> Set<Int64> {
        guard let own = desk.own, let size = desk.files.first(where: { $0.file == file })?.version.size,
            size != desk.known[file.name]?.version.size
        else { return [] }
        var reader = try desk.folder.read(file, of: own.id)
        var numbers: Set<Int64> = []
        while let line = reader.next() { numbers.insert(line.number) }
        return numbers
    }

    /// Writes all that this device has said and that nobody has changed since, and removes its older files.
    mutating func writeState(_ desk: inout FolderDesk) throws {
        guard let own = desk.own else { return }
        try claim()
        try library.forgetWaitingMarks(at: clock())
        let numbers = desk.numbers
        let file = DeviceFile(.state(numbers.lines > numbers.state ? numbers.lines : numbers.state + 1))
        // So that it is known as the library's own after a kill.
        let intended = FolderFile(name: file.name, version: FileVersion(size: 0, changed: 0), place: .start)
        try library.wrote(upTo: 0, [intended], by: own.row)
        var last: Int64 = 0
        try desk.folder.write(file, of: own.id) { put in
            last = try library.eachStateLine(of: own, at: clock()) { try put($0) }
        }
        guard let end = desk.folder.end(of: file, of: own.id) else { return }
        try goOn()
        let old = desk.files.map(\.file).filter { $0.kind != .about && $0 != file }
        for file in old { desk.folder.remove(file, of: own.id) }
        try goOn()
        let gone = Set(desk.known.keys).subtracting([file.name])
        try library.wrote(
            upTo: last, [FolderFile(name: file.name, version: end.version, place: end.place)],
            without: Array(gone), by: own.row)
        try desk.look()
    }

    /// Tells others of this device: when something about it has changed, and once a day.
    private mutating func introduce(_ own: FolderDevice, in folder: SharedFolder) throws {
        let now = clock()
        let isOld = own.seen.map { abs(now.timeIntervalSince($0)) > Self.day } ?? true
        guard isOld || own.title != settings.device || own.version != settings.version else { return }
        try claim()
        let line = FolderLine(0, at: max(0, now.milliseconds), .about(name: settings.device, version: settings.version))
        try folder.write(DeviceFile(.about), of: own.id) { put in try put(line) }
        try library.introduced(own.row, as: settings.device, version: settings.version, at: now)
    }

    private static let day: TimeInterval = 86_400
}
