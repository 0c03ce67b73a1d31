import TestSupport
import Testing

@Suite struct `A first run` {
    @Test func `without a urls file offers what to do`() throws {
        let reader = try Reader.launch()
        let screen = try reader.waitForScreen(showing: "Welcome to lede")
        #expect(screen.contains("s  start with the starter feeds"))
        #expect(screen.contains("a  add a feed by its address"))
        #expect(screen.contains("i  import the subscriptions of another reader (OPML)"))
    }
}
