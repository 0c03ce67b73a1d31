import Configuration
import Figures
import Foundation

/// Measures reading and changing a urls file with far more lines than any user has.
struct UrlsBenchmark {
    let report: Report

    private let rounds = Scale.runs(25)

    func run() {
        let bytes = Self.file(lines: 10_000)
        report.section("a urls file of 10,000 lines, \(bytes.count >> 10) KB")
        measure("read") { precondition(UrlsList(bytes).feeds.count == 7500) }
        measure("a URL changed") { changeAddress(in: bytes) }
    }

    private func changeAddress(in bytes: [UInt8]) {
        var text = UrlsText(bytes)
        guard let address = Address("https://example.org/") else { return }
        precondition(text.changeAddress(of: Self.url(5000), to: address) && text.bytes.count < bytes.count)
    }

    private func measure(_ name: String, _ work: () -> Void) {
        report.add(name, Cost.runs(rounds, work).map(\.onProcessor), by: .least)
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
