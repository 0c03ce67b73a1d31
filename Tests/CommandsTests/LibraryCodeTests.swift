import FeedParser
import Foundation
import Testing

@testable import Commands

@Suite struct `The code of libraries` {
    @Test func `released library code leaves memory, and works again when called`() async {
        // In a separate process, because other tests would load the code again at once.
        await #expect(processExitsWith: .success) {
            let document = Array("<rss version='2.0'><channel><title>News</title></channel></rss>".utf8)
            let feed = try FeedParser.parse(document)
            #expect(try kilobytesResident(ofCodeIn: "libxml2") > 0)
            LibraryCode.giveBack()
            #expect(try kilobytesResident(ofCodeIn: "libxml2") == 0)
            #expect(try FeedParser.parse(document) == feed)
        }
    }
}

/// The kilobytes of a library's code in this process's memory.
private func kilobytesResident(ofCodeIn library: String) throws -> Int {
    let map = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/smaps")).readToEnd()
    let lines = String(decoding: map ?? Data(), as: UTF8.self).split(separator: "\n")
    let code = lines.firstIndex { $0.contains(library) && $0.contains(" r-xp ") }
    let resident = try lines[#require(code)...].first { $0.hasPrefix("Rss:") }
    return try #require(resident.flatMap { Int($0.split(separator: " ")[1]) })
}
