import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `lede doctor` {
    @Test func `doctor names the libraries of pictures that are missing, and their packages`() throws {
        let home = try Home()
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        try home.write(urls: [server.url("/feed")])
        _ = try Lede.run("refresh", home: home)
        // The loader takes the first file of this name, and can't load this one.
        let folder = home.path + "/libraries"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["libgif.so.7", "libchafa.so.0"] { try Data().write(to: URL(filePath: folder + "/" + name)) }
        let run = try Lede.run("doctor", home: home, environment: ["LD_LIBRARY_PATH": folder])
        #expect(run.status == 1)
        let finding = run.output.split(separator: "\n").first { $0.hasPrefix("✗") }
        let expected = "✗\tpictures\tno library for GIF pictures, sixel pictures: install libgif7 libchafa0 "
        #expect(finding?.hasPrefix(expected) == true)
        try home.write(config: "pictures no")
        #expect(try Lede.run("doctor", home: home, environment: ["LD_LIBRARY_PATH": folder]).status == 0)
    }
}
