import Foundation
import Testing

@testable import TestSupport

@Suite struct `A build product` {
    @Test func `an executable is found beside the running one`() throws {
        let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let name = URL(fileURLWithPath: running).lastPathComponent
        #expect(try BuildProducts.executable(name) == running)
    }

    @Test func `a missing executable is reported with its path`() throws {
        let failure = #expect(throws: MissingProduct.self) { try BuildProducts.executable("nothing-of-ours") }
        #expect(failure?.description.hasSuffix("/nothing-of-ours: build it first") == true)
    }
}
