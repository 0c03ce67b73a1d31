import Foundation
import TestSupport
import Testing

@Suite struct `lede doctor` {
    private let home: Home
    private let server: LoopbackServer

    init() throws {
        home = try Home()
        server = try LoopbackServer { request in
            switch request.path {
            case "/gone": Answer(410)
            case "/bad": Answer(500)
            default:
                Answer(
                    200, headers: ["Cache-Control": "max-age=7200"], body: SampleFeed(title: "The \u{202E}News").rss)
            }
        }
    }

    private func rows(_ output: String) -> [[String]] {
        output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    }

    @Test func `doctor names the libraries of pictures that are missing, and their packages`() throws {
        try home.write(urls: [server.url("/well")])
        _ = try Lede.run("refresh", home: home)
        // The loader takes the first file of this name, and can't load this one.
        let folder = home.path + "/libraries"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["libgif.so.7", "libchafa.so.0"] { try Data().write(to: URL(filePath: folder + "/" + name)) }
        let run = try Lede.run("doctor", home: home, environment: ["LD_LIBRARY_PATH": folder])
        #expect(run.status == 1)
        let finding = rows(run.output).first { $0[0] == "✗" }
        #expect(finding?[1] == "pictures")
        #expect(
            finding?[2].hasPrefix("no library for GIF pictures, sixel pictures: install libgif7 libchafa0 ") == true)
        try home.write(config: "pictures no")
        #expect(try Lede.run("doctor", home: home, environment: ["LD_LIBRARY_PATH": folder]).status == 0)
    }
}
