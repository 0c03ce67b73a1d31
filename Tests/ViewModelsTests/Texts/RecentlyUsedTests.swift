import Testing

@testable import ViewModels

@Suite struct RecentlyUsedTests {
    @Test func `what was used last stays in memory`() {
        let value = [UInt8](repeating: 1, count: 30)
        var cache = RecentlyUsed<String, [UInt8]>(byteLimit: 90) { $0.count }
        for key in ["a", "b", "c"] { cache.insert(value, key) }
        #expect(cache["a"] == value)
        cache.insert(value, "d")
        #expect(cache["b"] == nil)
        for key in ["a", "c", "d"] { #expect(cache[key] == value) }
        cache.insert([UInt8](repeating: 1, count: 120), "e")
        #expect(cache["e"] == nil)
        cache.removeAll()
        #expect(cache["a"] == nil)
    }
}
