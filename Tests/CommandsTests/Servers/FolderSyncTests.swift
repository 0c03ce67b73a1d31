import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `Syncing through a folder` {
    private let laptop: Home
    private let desk: Home
    private let server: LoopbackServer
    private let folder: String

    init() throws {
        laptop = try Home()
        desk = try Home()
        folder = laptop.path + "/shared"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let items = (1...3).map { SampleFeed.Item(title: "Item \($0)", link: "https://example.org/\($0)") }
        let feed = SampleFeed(title: "News", items: items).rss
        server = try LoopbackServer { _ in Answer(200, body: feed) }
        for (home, name) in [(laptop, "laptop"), (desk, "desk")] {
            try home.write(config: "sync-folder \(folder)\ndevice-name \(name)\n")
        }
        try laptop.write(urls: [server.url("/feed") + " code \"~My feed\"", "#: interval 2h", "#: user anna"])
    }

    private func run(_ arguments: String..., on home: Home) async throws -> CommandRun {
        try await home.run(arguments)
    }

    private func number(of title: String, on home: Home) async throws -> String {
        let line = try await run("items", on: home).output.split(separator: "\n").first { $0.contains(title) }
        return String(try #require(line).split(separator: "\t")[0])
    }

    @Test func `feeds and marks go from one device to the other, and no secrets`() async throws {
        let refresh = try await run("refresh", on: laptop)
        #expect(refresh.status == 0 && refresh.output.contains(": 1 feed shared\n"), "\(refresh)")
        #expect(try await run("mark", "read", number(of: "Item 1", on: laptop), on: laptop).status == 0)
        let first = try await run("sync", on: laptop)
        #expect(first.status == 0 && first.output.hasSuffix(": 1 mark sent\n"), "\(first)")
        let second = try await run("sync", on: desk)
        #expect(second.status == 0 && second.output.hasSuffix(": 1 feed added\n"), "\(second)")
        let urls = try String(contentsOfFile: desk.config + "/urls", encoding: .utf8)
        #expect(urls == "\(server.url("/feed")) \"~My feed\" code\n#: interval 2h\n")
        #expect(try await run("refresh", on: desk).status == 0)
        #expect(try await run("unread", on: desk).output == "2\n")
        #expect(try await run("remove", server.url("/feed"), on: desk).status == 0)
        #expect(try await run("sync", on: desk).status == 0)
        #expect(try await run("sync", on: laptop).output.hasSuffix(": 1 feed removed\n"))
        #expect(try String(contentsOfFile: laptop.config + "/urls", encoding: .utf8) == "")
    }

    @Test func `lede sync --status lists the devices, and one that is gone can be forgotten`() async throws {
        for home in [laptop, desk] { #expect(try await run("sync", on: home).status == 0) }
        #expect(try await run("sync", on: laptop).status == 0)
        let status = try await run("sync", "--status", on: laptop).output
        #expect(status.contains("in agreement"), "\(status)")
        #expect(status.contains("laptop\tthis device"), "\(status)")
        #expect(status.contains("desk\tlast seen"), "\(status)")
        let json = try await run("sync", "--status", "--json", on: laptop).output
        #expect(json.contains(#""device":"desk""#) && json.contains(#""this":true"#), "\(json)")
        #expect(try await run("sync", "--forget", "dusk", on: laptop).errors.contains("desk"))
        let forgotten = try await run("sync", "--forget", "desk", on: laptop)
        #expect(forgotten.status == 0, "\(forgotten)")
        #expect(try await !run("sync", "--status", on: laptop).output.contains("desk"))
        #expect(try await run("sync", "--forget", "laptop", on: laptop).errors.contains("that you are using"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/devices").count == 1)
    }

    @Test func `a folder that isn't there is reported with what to do, and feeds are fetched all the same`()
        async throws
    {
        try FileManager.default.removeItem(atPath: folder)
        let refresh = try await run("refresh", on: laptop)
        #expect(refresh.status == 1 && refresh.errors.contains("isn't there: create it, or connect the disk"))
        #expect(try await run("unread", on: laptop).output == "3\n")
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(try await run("doctor", on: laptop).output.contains("sync folder"))
    }

    @Test func `what devices say of themselves can't harm the terminal`() async throws {
        #expect(try await run("sync", on: laptop).status == 0)
        let id = "0123456789abcdef"
        let devices = "\(folder)/devices/\(id)"
        try FileManager.default.createDirectory(atPath: devices, withIntermediateDirectories: true)
        // The checksums are of these very lines.
        let about = #"{"n":0,"t":9007199254740992,"o":"about","name":"\u001b[31mred\u202e","version":"\n""#
        try Data((about + #","s":"843eba83"}"# + "\n").utf8).write(to: URL(filePath: devices + "/about.jsonl"))
        try Data(count: 1).write(to: URL(filePath: devices + "/000001.\u{1B}[31m.jsonl"))
        truncate(devices + "/000001.\u{1B}[31m.jsonl", 65 << 20)
        #expect(try await run("sync", on: laptop).output.contains("1 file there too large to be lede's"))
        for arguments in [["sync", "--status"], ["sync", "--status", "--json"], ["doctor"], ["sync"]] {
            let run = try await laptop.run(arguments)
            #expect(!(run.output + run.errors).unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(run)")
        }
        #expect(try await run("sync", "--status", on: laptop).output.contains("over 64 MB"))
    }
}
