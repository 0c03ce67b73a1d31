package import Dispatch
package import FoundationEssentials
import Glibc
import SQLite
import System

/// Leases that tell other processes which feeds this one fetches, so that only one of them does.
///
/// A feed's row names the holder, who renews the lease while it works. Storing the result ends the lease, and so does the
/// end of the process.
package final class Leases: Sendable {
    private let library: Library
    private let pause: TimeInterval
    private let holder = LeaseHolder()
    private let queue: DispatchQueue
    private let isKeeping = Locked(false)

    /// Leases are renewed on this queue every `pause` seconds, long before they expire.
    package init(
        in library: Library, renewedOn queue: DispatchQueue, every pause: TimeInterval = Library.leaseDuration / 2
    ) {
        self.library = library
        self.queue = queue
        self.pause = pause
    }

    /// Takes leases of feeds, and returns the feeds that no other process has, or has fetched since `date`, with their
    /// details.
    package func acquire(_ feeds: [FeedID], wantedSince date: Date) throws(LibraryFailure) -> [FeedID: FeedDetails] {
        try library.lease(feeds, to: holder, wantedSince: date, at: Date())
    }

    package func end(_ feeds: [FeedID]) { library.endLeases(of: feeds, by: holder) }

    /// Renews the leases of the running feeds until there are none.
    package func keep(_ feeds: @escaping @Sendable () -> [FeedID]) {
        let isFirst = isKeeping.withLock { isKeeping in
            defer { isKeeping = true }
            return !isKeeping
        }
        if isFirst { renewLater(feeds) }
    }

    private func renewLater(_ feeds: @escaping @Sendable () -> [FeedID]) {
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self else { return }
            // Before asking for the feeds, so that feeds added later start the renewal again.
            isKeeping.withLock { $0 = false }
            let left = feeds()
            if left.isEmpty { return }
            library.renewLeases(of: left, by: holder, at: Date())
            keep(feeds)
        }
    }
}

extension Library {
    /// How long a lease holds: without a renewal a feed waits no longer.
    package static let leaseDuration: TimeInterval = 120

    /// Takes leases of feeds in one write, and returns the details of those that it got: from now on nobody else
    /// changes them.
    ///
    /// Another holder fetches the others, or has fetched them since `date`, when this request began.
    func lease(
        _ feeds: [FeedID], to holder: LeaseHolder, wantedSince date: Date, at now: Date
    ) throws(LibraryFailure) -> [FeedID: FeedDetails] {
        if feeds.isEmpty { return [:] }
        return try write { database in
            try database.endLeasesOfTheDead()
            let take = try database.statement(
                """
                INSERT INTO fetches (feed, lease_holder, lease_until) SELECT id, ?2, ?4 FROM feeds WHERE id = ?1
                ON CONFLICT (feed) DO UPDATE SET lease_holder = ?2, lease_until = ?4
                WHERE (lease_holder IS NULL OR lease_holder = ?2 OR lease_until NOT BETWEEN ?3 AND ?6)
                    AND (last_attempt IS NULL OR last_attempt <= ?5 OR last_attempt > ?6)
                """)
            let end = now.addingTimeInterval(Self.leaseDuration)
            // A time further ahead was written before the clock was set back.
            let horizon = end.addingTimeInterval(Self.leaseDuration)
            var taken: [FeedID: FeedDetails] = [:]
            for feed in feeds where try take.run(feed, holder.number, now, end, date, horizon) > 0 {
                taken[feed] = try database.details(of: feed)
            }
            return (taken, [])
        }
    }

    /// Renews leases, except those that another holder has taken meanwhile.
    func renewLeases(of feeds: [FeedID], by holder: LeaseHolder, at now: Date) {
        let end = now.addingTimeInterval(Self.leaseDuration)
        changeLeases(
            of: feeds, by: holder, "UPDATE fetches SET lease_until = ?3 WHERE feed = ?1 AND lease_holder = ?2", end)
    }

    /// Ends the leases of feeds that won't be fetched.
    func endLeases(of feeds: [FeedID], by holder: LeaseHolder) {
        changeLeases(
            of: feeds, by: holder,
            "UPDATE fetches SET lease_holder = NULL, lease_until = ?3 WHERE feed = ?1 AND lease_holder = ?2", nil)
    }

    private func changeLeases(of feeds: [FeedID], by holder: LeaseHolder, _ sql: String, _ end: Date?) {
        if feeds.isEmpty { return }
        writeSoon { database in
            let statement = try database.statement(sql)
            for feed in feeds { try statement.run(feed, holder.number, end) }
            return []
        }
    }
}

extension Database {
    fileprivate func endLeasesOfTheDead() throws {
        let holders = try all("SELECT DISTINCT lease_holder FROM fetches WHERE lease_holder IS NOT NULL") {
            LeaseHolder(number: $0.integer(0))
        }
        for holder in holders where !holder.isAlive {
            try run("UPDATE fetches SET lease_holder = NULL, lease_until = NULL WHERE lease_holder = ?", holder.number)
        }
    }
}

/// A holder of leases, as a number that identifies its process, so that others can see when it has died.
package struct LeaseHolder: Equatable, Sendable {
    let number: Int64

    // From the lowest bit: a counter, the process id, and its start time in ticks of the kernel's clock.
    private static let countBits = 5
    private static let processBits = 22
    private static let startBits = 36

    private static let count = Locked<Int64>(0)

    /// A new holder in this process.
    package init() {
        let count = Self.count.withLock { count in
            count = (count + 1) % (1 << Self.countBits)
            return count
        }
        let process = getpid()
        let start = Self.start(of: process) ?? 0
        number = (start << Self.processBits | Int64(process)) << Self.countBits | count
    }

    init(number: Int64) {
        self.number = number
    }

    /// Whether its process still runs. If that is unknown, only time ends its leases.
    var isAlive: Bool {
        guard Self.start(of: getpid()) != nil else { return true }
        let process = pid_t(number >> Self.countBits & (1 << Self.processBits - 1))
        // A lede keeps its memory private, for which “hidepid” hides it from others in /proc (proc(5)).
        guard let start = Self.start(of: process) else {
            return process > 0 && (kill(process, 0) == 0 || errno == EPERM)
        }
        return start == number >> (Self.countBits + Self.processBits)
    }

    /// When a process was started; a later process with the same id has another time.
    private static func start(of process: pid_t) -> Int64? {
        let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        // The program's name, in brackets, may contain anything. The third field, the state, follows it; this is the
        // 22nd.
        guard count > 0, let bracket = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[bracket..<count].split(separator: UInt8(ascii: " "))
        guard fields.count > 20, let ticks = Int64(String(decoding: fields[20], as: UTF8.self)) else { return nil }
        return ticks & (1 << startBits - 1)
    }
}
