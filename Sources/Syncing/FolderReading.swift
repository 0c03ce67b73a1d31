import FoundationEssentials
import Library
import SyncFolder

extension FolderRun {
    /// Reads what other devices have written.
    mutating func read(_ folder: SharedFolder, except own: DeviceID?) throws {
        let memory = try library.folderMemory()
        let there = folder.devices().filter { $0 != own }
        var missed: [(device: Int64, name: String)] = []
        for id in there {
            let known = memory.devices.first { $0.id == id && $0.isThere }
            let files = folder.files(of: id)
            let before = known.flatMap { memory.files[$0.row] } ?? [:]
            let changed = files.filter { before[$0.file.name]?.version != $0.version }
            if let known {
                let names = Set(files.map(\.file.name))
                missed += before.keys.filter { !names.contains($0) }.map { (known.row, $0) }
            }
            if known != nil, changed.isEmpty { continue }
            try claim()
            guard let device = try known ?? library.meet(id) else { continue }
            var reading = FolderReading(device, memory.known(of: device.row))
            var size = 0
            for (file, version) in changed {
                guard version.size <= SharedFolder.largest else {
                    // Remembered, so that it is told once.
                    try take([], FolderFile(name: file.name, version: version, place: .start), from: device)
                    let wasHuge = (before[file.name]?.version.size ?? 0) > SharedFolder.largest
                    counts.hugeFiles += wasHuge ? 0 : 1
                    continue
                }
                size += version.size
                // The next sync reads on.
                if size > settings.limits.mostOfDevice { break }
                try read(file, version, before[file.name], &reading, in: folder)
            }
        }
        let gone = memory.devices.filter { $0.isThere && $0.id != own && !there.contains($0.id) }
        guard !gone.isEmpty || !missed.isEmpty else { return }
        try claim()
        try library.miss(gone, files: missed)
    }

    private mutating func read(
        _ file: DeviceFile, _ version: FolderFileVersion, _ known: FolderFile?, _ reading: inout FolderReading,
        in folder: SharedFolder
    ) throws {
        var start = known?.place ?? .start
        // A state counts once it is read as a whole.
        if case .state = file.kind { start = .start }
        if case .about = file.kind { start = .start }
        // What is missing may have come in before the place.
        if reading.missing > 0 { start = .start }
        var reader = try folder.read(file, of: reading.device.id, from: start)
        var progress = FileProgress(file, start == .start || reader.isChanged ? nil : known)
        var lines: [FolderLine] = []
        var marks = 0
        while let line = reader.next() {
            progress.add(line)
            // Whoever knows all that it includes needs nothing of it.
            if let upTo = progress.upTo, line.number == 1, reading.knows(upTo: upTo) {
                progress.isWhole = true
                break
            }
            lines.append(line)
            if case .marks(let more) = line.content { marks += more.entries.count }
            guard lines.count >= settings.limits.mostLines || marks >= settings.limits.mostMarks else { continue }
            let part = FolderFileVersion(size: reader.place.offset, changed: 0)
            try take(lines, progress.file(part, reader.place), from: reading.device)
            (lines, marks) = ([], 0)
        }
        let read = progress.file(version, reader.place)
        reading.know(read)
        try take(lines, read, from: reading.device)
    }

    private mutating func take(_ lines: [FolderLine], _ file: FolderFile, from device: FolderDevice) throws {
        try claim()
        counts.received += lines.count
        counts.taken += try library.take(FolderBatch(of: device, lines, file), in: number, at: clock())
    }
}

/// What is known of a device's lines while its files are read.
private struct FolderReading {
    let device: FolderDevice
    private var last: Int64
    let missing: Int

    init(_ device: FolderDevice, _ known: (last: Int64, missing: Int)) {
        self.device = device
        (last, missing) = known
    }

    func knows(upTo number: Int64) -> Bool { missing == 0 && last >= number }

    mutating func know(_ file: FolderFile) {
        guard let lines = file.lines, lines.lowerBound <= last + 1, file.missing == 0 else { return }
        last = max(last, lines.upperBound)
    }
}

/// How far a file is read, by the numbers of its lines.
private struct FileProgress {
    private let file: DeviceFile
    private var first: Int64?
    private var last: Int64 = 0
    private var missing: Int
    private var count: Int64 = 0
    /// Of a state: the last number that it includes, and how many lines it has.
    private(set) var upTo: Int64?
    private var expected: Int64 = 0
    var isWhole = false

    init(_ file: DeviceFile, _ known: FolderFile?) {
        self.file = file
        var isOfLines = false
        if case .lines = file.kind { isOfLines = true }
        first = isOfLines ? known?.lines?.lowerBound : nil
        last = isOfLines ? known?.lines?.upperBound ?? 0 : 0
        missing = isOfLines ? known?.missing ?? 0 : 0
    }

    mutating func add(_ line: FolderLine) {
        if case (.state, .state(let upTo, let lines)) = (file.kind, line.content), line.number == 1 {
            (self.upTo, expected) = (upTo, lines)
        }
        switch file.kind {
        // Doubled lines don't stand for those that are missing.
        case .state: if line.number == count + 1 { count += 1 }
        case .lines:
            if first != nil, line.number > last + 1 {
                missing = min(missing + Int(clamping: line.number - last - 1), FolderFile.mostMissing)
            }
            first = min(first ?? line.number, line.number)
            last = max(last, line.number)
        case .about: break
        }
    }

    func file(_ version: FolderFileVersion, _ place: FilePlace) -> FolderFile {
        var lines = first.map { $0...max($0, last) }
        if let upTo, isWhole || count >= expected { lines = 0...upTo }
        return FolderFile(name: file.name, version: version, place: place, lines: lines, missing: missing)
    }
}
