import ExtractionPromises
import Foundation
import Testing

@Suite struct `Promises of extraction` {
    @Test(arguments: ["blog", "news", "table-layout", "comic", "login", "consent", "application"])
    func `a page that is cut off anywhere breaks no promise`(name: String) throws {
        let page = try Pages.bytes(of: name)
        for length in stride(from: 0, through: page.count, by: 97) {
            #expect(ExtractionPromises.broken(by: Array(page[..<length])) == [])
        }
    }

    @Test(arguments: ["blog", "news", "table-layout", "consent"])
    func `a page with random changes breaks no promise`(name: String) throws {
        let page = try Pages.bytes(of: name)
        var random = Numbers(seed: 7)
        for _ in 0..<30 {
            var changed = page
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let place = Int.random(in: changed.indices, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
                case 1: changed.removeSubrange(place..<min(place + 30, changed.count))
                case 2: changed.insert(contentsOf: "</div><table><p>".utf8, at: place)
                default: changed.insert(contentsOf: changed[place..<min(place + 200, changed.count)], at: place)
                }
            }
            #expect(ExtractionPromises.broken(by: changed) == [])
        }
    }

    @Test(arguments: try seeds())
    func `a page from the fuzzing seeds breaks no promise`(seed: URL) throws {
        #expect(ExtractionPromises.broken(by: [UInt8](try Data(contentsOf: seed))) == [])
    }

    private static func seeds() throws -> [URL] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(
            at: tests.appending(path: "Fuzzing/HTMLSeeds"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }
}

/// The same random numbers in each run (G. Steele, D. Lea, C. Flood: SplitMix).
private struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
