import Glibc
import SQLite

/// The file of a damaged library.
struct DamagedFile {
    let path: String

    /// Whether it ever was a database. Anything else is someone's file and stays as it is.
    var wasDatabase: Bool {
        guard let head = try? head() else { return false }
        return head.starts(with: Self.header.prefix(16)) || isBeheaded
    }

    /// Whether there are only zeros where every database has a fixed text.
    private var isBeheaded: Bool {
        guard let head = try? head() else { return false }
        return size >= 2 * Self.largestPage && head.allSatisfy { $0 == 0 }
    }

    /// Restores a lost header: all libraries have the same, except for numbers that SQLite doesn't need.
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

    /// Whether another process has it open and would continue to write to it.
    ///
    /// Every connection holds a read lock on one byte of the log's index (“UNIX_SHM_DMS” in SQLite's os_unix.c).
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

    /// Deduced from the positions where pages of tables and indexes begin: with twice the true size all fit, with half
    /// of it one in two.
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
        // With a write-ahead log, and the payload fractions, which are fixed.
        header.replaceSubrange(18..<24, with: [2, 2, 0, 64, 32, 32])
        // The change counter and the version that it is valid for, the schema format, UTF-8.
        for place in [27, 43, 59, 95] { header[place] = 1 }
        header[47] = 4
        return header
    }()
}
