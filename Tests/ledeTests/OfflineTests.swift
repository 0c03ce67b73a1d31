import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Reading offline` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var server: LoopbackServer { feed.server }

    init() throws {
        feed = try TeaserFeed(["one", "two"])
        _ = try Lede.run("refresh", home: feed.home)
    }

    private func open(in reader: Reader) throws {
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Story one")
        try reader.press(.enter)
    }

    @Test(.enabled(if: NetworkNamespace.isPossible, "\(NetworkNamespace.isImpossible)"))
    func `lede notices by itself that the machine loses its network, and gets one again`() throws {
        _ = try Lede.run("preload", home: home)
        try home.write(config: "")
        let reader = try NetworkNamespace.launch(home: home)
        try reader.waitForScreen { $0.contains("2 unread") && $0.lines[0].contains("offline") }
        try open(in: reader)
        try reader.waitForScreen(showing: "On page /one, line 7")
        try Data().write(to: URL(fileURLWithPath: NetworkNamespace.signal(in: home)))
        try reader.waitForScreen { !$0.lines[0].contains("offline") }
    }
}

/// lede in a network namespace without a network, which gets one later.
private enum NetworkNamespace {
    static let isPossible =
        (try? CommandRun(program: "/usr/bin/unshare", arguments: ["-rn", "ip", "link"]))?.status == 0
    static let isImpossible = "this machine allows no network namespaces, or lacks iproute2"

    /// The file that gives the namespace a network.
    static func signal(in home: Home) -> String { "\(home.path)/network" }

    static func launch(home: Home) throws -> Reader {
        // The shell waits at the pipe until somebody writes to it.
        mkfifo(signal(in: home), 0o600)
        let script = """
            (read -r _ < "$1"; ip link set lo up; ip route add default dev lo) & exec "$0"
            """
        return try Reader.launch(
            program: "/usr/bin/unshare",
            arguments: ["-rn", "sh", "-c", script, BuildProducts.executable("lede"), signal(in: home)], home: home)
    }
}
