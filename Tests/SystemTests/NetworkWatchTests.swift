import Dispatch
import Foundation
import System
import TestSupport
import Testing

// Coming and going of routes is tested with the whole program, in a network namespace of its own: “OfflineTests”.
@Suite struct `Watching the network` {
    @Test func `a machine with a default route has one, and one without has none`() throws {
        let routes = try String(contentsOfFile: "/proc/net/route", encoding: .utf8).split(separator: "\n").dropFirst()
        let hasDefault = routes.contains { $0.split(separator: "\t")[1...].first == "00000000" }
        let watch = try #require(NetworkWatch(on: DispatchQueue(label: "test")) { _ in })
        #expect(watch.hasRoute == NetworkWatch.hasRoute)
        if hasDefault { #expect(watch.hasRoute) }
    }
}
