import Foundation
import ParserPromises
import Testing

@Suite struct `A document that once broke a promise, or that fuzzing begins with,` {
    @Test(arguments: try inputs("Seeds") + inputs("Findings"))
    func `breaks none`(input: URL) throws {
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
