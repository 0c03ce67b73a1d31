import Dispatch
import Glibc
import Locks

/// Tells when files of the configuration change: by the kernel's word, so that nobody ever asks.
///
/// The folders are watched and not the files, since editors put a new file in the place of the old one. Where a file is a
/// symbolic link, as of those who keep their configuration in git, the folder of what it leads to is watched too.
package final class ConfigWatch: Sendable {
    private let source: Locked<any DispatchSourceRead>
    private static let queue = DispatchQueue(label: "lede.config-watch")
    /// An editor that saves does so in several steps.
    private static let calm = DispatchTimeInterval.milliseconds(100)

    /// Nil where the kernel has no more watches to give. `change` is called on a queue of the watch, once, when something
    /// has changed; what is to be watched then may be something else, so that is for a new watch.
    package init?(_ files: [String], change: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        var names: [Int32: Set<[UInt8]>] = [:]
        for path in files.flatMap(Self.chain) {
            let (folder, name) = Self.nearestFolder(of: path)
            let mask = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM
            let watch = inotify_add_watch(descriptor, folder, UInt32(mask))
            if watch >= 0 { names[watch, default: []].insert(Array(name.utf8)) }
        }
        guard !names.isEmpty else {
            close(descriptor)
            return nil
        }
        source = Locked(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue))
        source.withLock { [names] source in
            source.setEventHandler { [weak self] in
                guard let self, Self.readEvents(from: descriptor, tellOf: names) else { return }
                self.source.withLock { $0.cancel() }
                Self.queue.asyncAfter(deadline: .now() + Self.calm, execute: change)
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }
    }

    deinit { source.withLock { $0.cancel() } }

    /// A path, and where it leads to if it is a symbolic link, step by step.
    private static func chain(_ path: String) -> [String] {
        var chain = [path]
        while chain.count < 10, let last = chain.last, let target = PrivateFiles.target(ofLink: last) {
            chain.append(target)
        }
        return chain
    }

    /// The nearest folder above a path that is there, and the name in it that the path goes on with.
    private static func nearestFolder(of path: String) -> (folder: String, name: String) {
        var (folder, name) = (PrivateFiles.parent(of: path), path)
        while true {
            name = String(name.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1).prefix { $0 != "/" })
            if folder == "/" || folder == "." || PrivateFiles.exists(folder) { return (folder, name) }
            name = folder
            folder = PrivateFiles.parent(of: folder)
        }
    }

    /// Reads all events that wait, and says whether one is of a name that is watched, or may have been.
    private static func readEvents(from descriptor: Int32, tellOf names: [Int32: Set<[UInt8]>]) -> Bool {
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
