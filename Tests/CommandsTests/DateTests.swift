import Foundation
import Testing

@testable import Commands

@Suite struct `The date of a list of subscriptions` {
    @Test func `is written as mail writes it`() {
        #expect(Date(timeIntervalSince1970: 1_795_262_400).rfc822 == "Sat, 21 Nov 2026 12:00:00 GMT")
    }
}
