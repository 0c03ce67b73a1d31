import FoundationEssentials
import SQLite

/// The servers that asked lede to wait: usually few or none.
struct HostWaits {
    fileprivate var waits: [FeedHost: ServerWait] = [:]

    /// Until when the server of this URL asked lede to wait.
    func wait(of url: String) -> ServerWait? {
        waits.isEmpty ? nil : FeedHost(of: url).flatMap { waits[$0] }
    }
}

extension Database {
    func hostWaits() throws -> HostWaits {
        var hosts = HostWaits()
        try each("SELECT host, wait_until, wait_status FROM hosts") { row in
            hosts.waits[FeedHost(name: row.text(0))] = ServerWait(
                until: row.date(1), status: row.optionalInt(2))
        }
        return hosts
    }
}
