import Foundation
import HTTP
import TestSupport
import Testing

@Suite struct LocalFileTests {
    private let home: Home
    private let path: String

    init() throws {
        home = try Home()
        path = home.path + "/feed.xml"
    }

    @Test(arguments: [
        ("file:///a/b c.xml", "/a/b c.xml"), ("FILE:///a", "/a"), ("file:///%41", "/%41"), ("file://host/a", nil),
        ("https://example.org/file:///a", nil), ("/a", nil)
    ])
    func `an address names a file where its scheme says so`(url: String, path: String?) {
        #expect(LocalFile.path(of: url) == path)
    }

    @Test func `a file's bytes are read`() throws {
        let bytes = [UInt8](repeating: 0xE9, count: 200_000)
        try Data(bytes).write(to: URL(filePath: path))
        #expect(try LocalFile.read(path) == bytes)
    }

    @Test func `a file larger than the limit is too large`() throws {
        try Data(count: 1001).write(to: URL(filePath: path))
        #expect(throws: FetchFailure.tooLarge(limit: 1000)) { try LocalFile.read(path, limit: 1000) }
    }

    @Test func `a file that hides its length is measured too`() {
        #expect(throws: FetchFailure.tooLarge(limit: 10)) { try LocalFile.read("/proc/self/maps", limit: 10) }
    }

    @Test func `a file that is missing is told by its reason`() {
        #expect(throws: FetchFailure.noFile("No such file or directory")) { try LocalFile.read(path) }
    }

    @Test func `neither a folder nor a device is a file`() {
        #expect(throws: FetchFailure.noFile("it isn't a regular file")) { try LocalFile.read(home.path) }
        #expect(throws: FetchFailure.noFile("it isn't a regular file")) { try LocalFile.read("/dev/zero") }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a pipe that nobody writes to is not waited for`() async {
        mkfifo(path, 0o600)
        let failures = Record<FetchFailure>()
        Thread.detachNewThread { [path] in
            do throws(FetchFailure) { _ = try LocalFile.read(path) } catch { failures.add(error) }
        }
        await failures.wait { !$0.isEmpty }
        #expect(failures.entries == [.noFile("it isn't a regular file")])
    }
}
