import Foundation
import Testing

@testable import TestSupport

@Suite struct `A build product` {
    @Test func `is found beside the running executable`() throws {
        let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let name = URL(fileURLWithPath: running).lastPathComponent
        #expect(try BuildProducts.executable(name) == running)
    }

    @Test func `is asked for by path when it is missing`() throws {
        let failure = #expect(throws: MissingProduct.self) { try BuildProducts.executable("nothing-of-ours") }
        #expect(failure?.description.hasSuffix("/nothing-of-ours: build it first") == true)
    }
}
