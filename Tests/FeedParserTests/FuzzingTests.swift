import Foundation
import ParserPromises
import Testing

@Suite struct `Fuzzing of the feed parser` {
    @Test(arguments: try inputs("Seeds") + inputs("Findings"))
    func `a document breaks no promise of the parser`(input: URL) throws {
        let input = FuzzedInput([UInt8](try Data(contentsOf: input)))
        #expect(ParserPromises.broken(by: input) == [])
    }

    private static func inputs(_ folder: String) throws -> [URL] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(
            at: tests.appending(path: "Fuzzing/\(folder)"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }
}
