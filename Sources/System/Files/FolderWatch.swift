package import Dispatch
import Glibc

/// Reports when files appear, disappear or are written. The kernel tells it (inotify), without polling.
///
/// It watches the folders and not the files, since a new file often replaces the old one.
package final class FolderWatch: Sendable {
    /// The queue of all reports. A separate queue, so that the kernel's events are read at once; a report must not
    /// block it.
    package static let queue = DispatchQueue(label: "lede.folder-watch")

    private let source: Locked<any DispatchSourceRead>
    private let calm: DispatchTimeInterval
    private let tell: @Sendable () -> Void

    /// Watches files of these names in these folders, except for folders that don't exist. Without a name, it watches all but hidden
    /// files of a folder, unless that is a link.
    ///
    /// `tell` is called on `queue`, once for everything that happens within `calm`. A file counts as written when its
    /// writer closes it or, with `eachWrite`, at once.
    package init(
        _ files: [(folder: String, name: String?)], eachWrite: Bool = false, calm: DispatchTimeInterval,
        tell: @escaping @Sendable () -> Void
    ) throws(WatchFailure) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw WatchFailure(errno, limit: "max_user_instances") }
        let mask = IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | (eachWrite ? IN_MODIFY : IN_CLOSE_WRITE)
        let names: [Int32: Names]
        do throws(WatchFailure) {
            names = try Self.watch(files, for: UInt32(mask), by: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        self.calm = calm
        self.tell = tell
        source = Locked(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue))
        source.withLock { [names] source in
            source.setEventHandler { [weak self] in
                self?.pause(thenTell: Self.readEvents(from: descriptor, tellOf: names))
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }
    }

    deinit { source.withLock { $0.cancel() } }

    /// The names that are watched in a folder.
    private struct Names {
        private var exact: Set<[UInt8]> = []
        private var isAny = false

        mutating func add(_ name: String?) {
            if let name { exact.insert(Array(name.utf8)) } else { isAny = true }
        }

        func contains(_ name: [UInt8]) -> Bool { isAny && name.first != UInt8(ascii: ".") || exact.contains(name) }
    }

    /// The watched names, by the numbers of their folders' watches.
    private static func watch(
        _ files: [(folder: String, name: String?)], for mask: UInt32, by descriptor: Int32
    ) throws(WatchFailure) -> [Int32: Names] {
        var names: [Int32: Names] = [:]
        var obstacle: Int32 = 0
        for file in files {
            let ofFolder = file.name == nil ? UInt32(IN_ONLYDIR | IN_DONT_FOLLOW) : 0
            let watch = inotify_add_watch(descriptor, file.folder, mask | ofFolder)
            if watch >= 0 {
                names[watch, default: Names()].add(file.name)
            } else if obstacle != ENOSPC {
                obstacle = errno
            }
        }
        guard !names.isEmpty, obstacle != ENOSPC else { throw WatchFailure(obstacle, limit: "max_user_watches") }
        return names
    }

    /// Pauses for a moment: a file being written produces thousands of events a second, and an editor saves in several
    /// steps.
    private func pause(thenTell isMeant: Bool) {
        source.withLock { $0.suspend() }
        // Keeps this watch alive meanwhile, since a suspended source must not be released.
        Self.queue.asyncAfter(deadline: .now() + calm) {
            self.source.withLock { $0.resume() }
            if isMeant { self.tell() }
        }
    }

    /// Reads all waiting events, and returns whether one is, or may have been, about a watched name.
    private static func readEvents(from descriptor: Int32, tellOf names: [Int32: Names]) -> Bool {
        var isMeant = false
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var events = UnsafeRawBufferPointer(buffer)[..<count]
                while let (watch, isOverflow, name) = nextEvent(in: &events) {
                    if isOverflow || names[watch]?.contains(name) == true { isMeant = true }
                }
            }
        }
        return isMeant
    }

    private static func nextEvent(
        in events: inout Slice<UnsafeRawBufferPointer>
    ) -> (watch: Int32, isOverflow: Bool, name: [UInt8])? {
        let headSize = MemoryLayout<inotify_event>.size
        guard events.count >= headSize else { return nil }
        let head = UnsafeRawBufferPointer(rebasing: events).loadUnaligned(as: inotify_event.self)
        // The name is padded with zeros.
        let name = events.dropFirst(headSize).prefix(Int(head.len)).prefix { $0 != 0 }
        events = events.dropFirst(headSize + Int(head.len))
        return (head.wd, head.mask & UInt32(IN_Q_OVERFLOW) != 0, Array(name))
    }
}

extension FolderWatch {
    /// What to watch for a path: it, where links lead from it, and for what doesn't exist, the nearest folder above it.
    package static func places(of path: String) -> [(folder: String, name: String?)] {
        chain(path).map(nearestFolder)
    }

    /// Returns a path and, step by step, where symbolic links lead from it.
    private static func chain(_ path: String) -> [String] {
        var chain = [path]
        while chain.count < 10, let last = chain.last, let target = PrivateFiles.target(ofLink: last) {
            chain.append(target)
        }
        return chain
    }

    /// Returns the nearest existing folder above a path, and the next name on the path.
    private static func nearestFolder(of path: String) -> (folder: String, name: String?) {
        var (folder, name) = (PrivateFiles.parent(of: path), path)
        while true {
            let rest = name.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1)
            name = String(decoding: rest.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
            if folder == "/" || folder == "." || PrivateFiles.exists(folder) { return (folder, name) }
            name = folder
            folder = PrivateFiles.parent(of: folder)
        }
    }
}

/// The reason why the kernel won't report changes of files.
package enum WatchFailure: Error, Equatable {
    /// The limit on watches of all the user's programs together.
    case limit(String)
    case other(reason: String)

    init(_ code: Int32, limit: String) {
        self =
            code == EMFILE || code == ENOSPC
            ? .limit("fs.inotify.\(limit)") : .other(reason: String(cString: strerror(code)))
    }
}

extension WatchFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .limit(let name): "\(name) is too low"
        case .other(let reason): reason
        }
    }
}
