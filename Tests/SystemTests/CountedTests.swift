import System
import Testing

@Suite struct CountedTests {
    @Test func `a count of one has a singular, and any other a plural`() {
        #expect([0, 1, 2].map { $0.counted("feed") } == ["0 feeds", "1 feed", "2 feeds"])
    }

    @Test func `a plural can have its own form`() {
        #expect([1, 2].map { $0.counted("saved search", "saved searches") } == ["1 saved search", "2 saved searches"])
    }
}
