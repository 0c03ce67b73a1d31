import Glibc
import SQLite

/// A library that SQLite says is damaged, as a file.
struct DamagedFile {
    let path: String

    /// Whether it ever was a database. What begins with something else is somebody's file, and stays as it is.
    var wasDatabase: Bool {
        guard let head = try? head() else { return false }
        return head.starts(with: Self.header.prefix(16)) || isBeheaded
    }

    /// Whether nothing but zeros stand where every database has the same.
    private var isBeheaded: Bool {
        guard let head = try? head() else { return false }
        return size >= 2 * Self.largestPage && head.allSatisfy { $0 == 0 }
    }

    /// Writes the header again where it was lost: ours are all alike, but for the numbers that SQLite can do without.
    func restoreHeader() throws {
        guard isBeheaded else { return }
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        var header = Self.header
        let pageSize = pageSize(descriptor)
        header[16] = UInt8(pageSize >> 8)
        for (place, shift) in zip(28..<32, [24, 16, 8, 0]) {
            header[place] = UInt8(truncatingIfNeeded: (size / pageSize) >> shift)
        }
        guard pwrite(descriptor, header, header.count, 0) == header.count, fsync(descriptor) == 0 else {
            throw LibraryFailure.unreadable(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Whether another process has it open, which would go on writing to it.
    ///
    /// Every connection holds a lock for reading on one byte of the index of the log (“UNIX_SHM_DMS” in SQLite's os_unix.c).
    var isInUse: Bool {
        let descriptor = open(path + "-shm", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 128
        lock.l_len = 1
        return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// Told by where pages begin as those of tables and indexes do: of twice the true size all do, of half of it one half.
    private func pageSize(_ descriptor: Int32) -> Int {
        func share(_ pageSize: Int) -> Double {
            let pages = 1..<min(size / pageSize, 200)
            let beginnings = pages.count { page in
                var first: UInt8 = 0
                return pread(descriptor, &first, 1, page * pageSize) == 1 && [2, 5, 10, 13].contains(first)
            }
            return Double(beginnings) / Double(max(pages.count, 1))
        }
        return share(4096) > 0.75 * share(8192) ? 4096 : 8192
    }

    private var size: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func head() throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var head = [UInt8](repeating: 1, count: Self.header.count)
        guard pread(descriptor, &head, head.count, 0) == head.count else {
            throw LibraryFailure.unreadable(path: path, reason: "it's too short")
        }
        return head
    }

    private static let largestPage = 8192

    /// The header of a library (https://www.sqlite.org/fileformat2.html, 1.3), without its sizes.
    private static let header: [UInt8] = {
        var header = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84)
        // With a write-ahead log, and the fractions that are always the same.
        header.replaceSubrange(18..<24, with: [2, 2, 0, 64, 32, 32])
        // The counter of changes and the version it is good for, the schema's format, UTF-8.
        for place in [27, 43, 59, 95] { header[place] = 1 }
        header[47] = 4
        return header
    }()
}
