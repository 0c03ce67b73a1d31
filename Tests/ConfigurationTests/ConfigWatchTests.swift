import Configuration
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite struct ConfigWatchTests {
    @Test(arguments: ["plain", "jürgens Einstellungen", "設定"])
    func `a config file is watched in a folder of any name`(name: String) async throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        let (changes, told) = AsyncStream.makeStream(of: Void.self)
        let watch = try ConfigWatch([folder.path("\(name)/config")]) {
            told.yield()
            told.finish()
        }
        DispatchQueue(label: "patience").asyncAfter(deadline: .now() + Deadline.patience) { told.finish() }
        try folder.write("theme dark", to: "\(name)/config")
        var count = 0
        for await _ in changes { count += 1 }
        #expect(count == 1)
        withExtendedLifetime(watch) {}
    }
}
