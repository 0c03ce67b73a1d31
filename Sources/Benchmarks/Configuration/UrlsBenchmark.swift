import Configuration
import Foundation
import Glibc

/// Measures reading and changing a urls file with far more lines than any user has.
struct UrlsBenchmark {
    private let rounds = 9

    func run() {
        let bytes = Self.file(lines: 10_000)
        print("a urls file of 10,000 lines, \(bytes.count >> 10) KB:")
        report("read", of: { precondition(UrlsList(bytes).feeds.count == 7500) })
        report("an address changed", of: { changeAddress(in: bytes) })
    }

    private func changeAddress(in bytes: [UInt8]) {
        var text = UrlsText(bytes)
        guard let address = Address("https://example.org/") else { return }
        precondition(text.changeAddress(of: Self.url(5000), to: address) && text.bytes.count < bytes.count)
    }

    /// Reports the best of several rounds, in processor time.
    private func report(_ name: String, of body: () -> Void) {
        var best = Double.infinity
        for _ in 0..<rounds {
            let start = clock()
            body()
            best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
        }
        print("  " + name.padding(toLength: 34, withPad: " ", startingAt: 0) + String(format: "%5.1f ms", best * 1000))
    }

    private static func url(_ number: Int) -> String { "https://feeds.example/\(number)/blog/index.xml?format=atom" }

    /// Of each four lines, three are feeds, one of them with a quoted title, and one is a setting of the last feed.
    private static func file(lines: Int) -> [UInt8] {
        let lines = (0..<lines).map { number in
            switch number % 4 {
            case 0: "\(url(number)) code"
            case 1: "\(url(number)) \"~The Blog of Number \(number)\" news \"two words\""
            case 2: url(number)
            default: "#: interval 2h"
            }
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
