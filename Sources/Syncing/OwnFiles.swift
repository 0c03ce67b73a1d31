import FoundationEssentials
import Library
import SyncFolder

/// The files of this device, as they are and as the library left them.
struct OwnFiles {
    let folder: SharedFolder
    private let library: Library
    private(set) var memory: FolderMemory
    private(set) var own: FolderDevice?
    let site: LibrarySite
    private(set) var files: [(file: DeviceFile, version: FolderFileVersion)] = []

    init(_ folder: SharedFolder, in library: Library) throws {
        self.folder = folder
        self.library = library
        site = library.site
        memory = try library.folderMemory()
        own = memory.own(at: site)
        files = own.map { folder.files(of: $0.id) } ?? []
    }

    mutating func look() throws {
        memory = try library.folderMemory()
        own = memory.own(at: site)
        files = own.map { folder.files(of: $0.id) } ?? []
    }

    var known: [String: FolderFile] { own.flatMap { memory.files[$0.row] } ?? [:] }

    /// What has become of the files since this library wrote them.
    enum Condition {
        case asLeft
        /// Lines are gone that others may not have read.
        case lost
        /// Somebody else writes as this device: a copy of the library, or the library before it was restored.
        case foreign
    }

    func condition(_ waiting: [FolderLine]) throws -> Condition {
        guard let own else { return .foreign }
        // Somebody wants the numbers to end.
        if max(numbers.lines, numbers.state) >= DeviceFile.greatest { return .foreign }
        let changed = files.filter { file in
            file.file.kind != .about && known[file.file.name]?.version.size != file.version.size
        }
        for (file, _) in changed where try !isOwn(file, of: own, waiting) { return .foreign }
        let sizes = Dictionary(files.map { ($0.file.name, $0.version.size) }) { first, _ in first }
        let isLost = known.values.contains { sizes[$0.name, default: -1] < $0.version.size }
        return isLost ? .lost : .asLeft
    }

    /// Whether this library has written all lines of a file that has another size than it had.
    private func isOwn(_ file: DeviceFile, of own: FolderDevice, _ waiting: [FolderLine]) throws -> Bool {
        var reader = try folder.read(file, of: own.id)
        if case .state = file.kind {
            // It is written before the library knows it, but not before the library means to.
            guard case .state(let upTo, _)? = reader.next()?.content else { return true }
            return (known[file.name] != nil || isReplaced(file)) && upTo <= own.lastLine
        }
        let waiting = byNumber(waiting)
        if let known = known[file.name] {
            while let line = reader.next() {
                if reader.place.offset > known.place.offset, waiting[line.number] != line { return false }
            }
            return true
        }
        let original = file.name == file.ownName ? nil : try original(of: file, by: own)
        let isReplaced = isReplaced(file)
        while let line = reader.next() {
            if waiting[line.number] == line { continue }
            let isKnown = original.map { $0[line.number] == line } ?? (isReplaced && line.number <= own.lastLine)
            if !isKnown { return false }
        }
        return true
    }

    /// The lines of the file that another program has copied; nil if it isn't there.
    private func original(of copy: DeviceFile, by own: FolderDevice) throws -> [Int64: FolderLine]? {
        guard files.contains(where: { $0.file.name == copy.ownName }) else { return nil }
        var reader = try folder.read(DeviceFile(copy.kind), of: own.id)
        var lines: [FolderLine] = []
        while let line = reader.next() { lines.append(line) }
        return byNumber(lines)
    }

    private func byNumber(_ lines: [FolderLine]) -> [Int64: FolderLine] {
        Dictionary(lines.map { ($0.number, $0) }) { first, _ in first }
    }

    /// Whether a state of this library has replaced a file, which a carrier has brought back.
    private func isReplaced(_ file: DeviceFile) -> Bool {
        known.keys.compactMap { DeviceFile(name: $0) }.contains { state in
            switch (state.kind, file.kind) {
            case (.state(let newer), .state(let old)), (.state(let newer), .lines(let old)): old <= newer
            default: false
            }
        }
    }

    /// The number of the newest file with lines, and of the newest state.
    var numbers: (lines: Int, state: Int) {
        var numbers = (lines: 0, state: 0)
        for file in files.map(\.file) {
            switch file.kind {
            case .lines(let number): numbers.lines = max(numbers.lines, number)
            case .state(let number): numbers.state = max(numbers.state, number)
            case .about: break
            }
        }
        return numbers
    }

    /// The bytes of lines, and of the newest state.
    var sizes: (lines: Int, state: Int) {
        var sizes = (lines: 0, state: 0)
        for (file, version) in files {
            switch file.kind {
            case .lines: sizes.lines += version.size
            case .state: sizes.state = version.size
            case .about: break
            }
        }
        return sizes
    }
}

extension FolderRun {
    /// Writes what was done here.
    mutating func write(_ ours: inout OwnFiles) throws {
        var waiting = try library.folderLines()
        var condition = try ours.condition(waiting)
        if condition == .foreign {
            try claim()
            // In a folder without files of this library, everything is said.
            let isNew = !ours.memory.devices.contains(where: \.isThere)
            _ = try library.become(DeviceID(), titled: settings.device, at: ours.site, sayingAll: isNew)
            try ours.look()
            condition = .lost
        }
        guard let own = ours.own else { return }
        try introduce(own, in: ours.folder)
        try noteSubscriptions(by: own)
        if ours.memory.hasNews {
            try claim()
            counts.sent += try library.noteFolderChanges(of: account.id, by: own.row, at: clock())
        }
        waiting = try library.folderLines()
        if condition == .lost {
            try writeState(&ours)
        } else if !waiting.isEmpty {
            try claim()
            try append(waiting, &ours)
        }
        let sizes = ours.sizes
        if sizes.lines > max(settings.limits.compacted, 2 * sizes.state) { try writeState(&ours) }
    }

    /// Appends lines to the newest file, or to the next if that is long.
    private mutating func append(_ lines: [FolderLine], _ ours: inout OwnFiles) throws {
        guard let own = ours.own, let last = lines.last else { return }
        let numbers = ours.numbers
        var file = DeviceFile(.lines(max(numbers.lines, numbers.state + 1)))
        if let size = ours.files.first(where: { $0.file == file })?.version.size, size > settings.limits.longestFile {
            file = DeviceFile(.lines(numbers.lines + 1))
        }
        let there = try numbersIn(file, ours)
        let missing = lines.filter { !there.contains($0.number) }
        let end = try ours.folder.append(missing, to: file, of: own.id)
        try goOn()
        try library.wrote(
            upTo: last.number, [FolderFile(name: file.name, version: end.version, place: end.place)], by: own.row)
        try ours.look()
    }

    /// The lines that a kill left in a file without the library knowing.
    private func numbersIn(_ file: DeviceFile, _ ours: OwnFiles) throws -> Set<Int64> {
        guard let own = ours.own, let size = ours.files.first(where: { $0.file == file })?.version.size,
            size != ours.known[file.name]?.version.size
        else { return [] }
        var reader = try ours.folder.read(file, of: own.id)
        var numbers: Set<Int64> = []
        while let line = reader.next() { numbers.insert(line.number) }
        return numbers
    }

    /// Writes all that this device has said and that nobody has changed since, and removes its older files.
    mutating func writeState(_ ours: inout OwnFiles) throws {
        guard let own = ours.own else { return }
        try claim()
        try library.forgetWaitingMarks(at: clock())
        let numbers = ours.numbers
        let file = DeviceFile(.state(numbers.lines > numbers.state ? numbers.lines : numbers.state + 1))
        // So that it is known as the library's own after a kill.
        let intended = FolderFile(name: file.name, version: FolderFileVersion(size: 0, changed: 0), place: .start)
        try library.wrote(upTo: 0, [intended], by: own.row)
        var last: Int64 = 0
        try ours.folder.write(file, of: own.id) { put in
            last = try library.eachStateLine(of: own, at: clock()) { try put($0) }
        }
        guard let end = ours.folder.end(of: file, of: own.id) else { return }
        try goOn()
        let old = ours.files.map(\.file).filter { $0.kind != .about && $0 != file }
        for file in old { ours.folder.remove(file, of: own.id) }
        try goOn()
        let gone = Set(ours.known.keys).subtracting([file.name])
        try library.wrote(
            upTo: last, [FolderFile(name: file.name, version: end.version, place: end.place)],
            without: Array(gone), by: own.row)
        try ours.look()
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

    static let day: TimeInterval = 86_400
}
