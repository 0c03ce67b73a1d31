import Foundation
import Testing

@testable import Commands

@Suite struct `The date in OPML` {
    @Test func `the date in OPML looks like a date in mail`() {
        #expect(Date(timeIntervalSince1970: 1_795_262_400).rfc822 == "Sat, 21 Nov 2026 12:00:00 GMT")
    }
}
