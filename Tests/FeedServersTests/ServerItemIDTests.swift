import FeedParser
import Testing

@testable import FeedServers

@Suite struct ServerItemIDTests {
    @Test(
        arguments: [
            ("1716300000000123", .number(1_716_300_000_000_123)), ("-7", .number(-7)),
            ("tag:google.com,2005:reader/item/000000000000002a", .number(42)),
            ("tag:google.com,2005:reader/item/2a", .number(42)),
            ("tag:google.com,2005:reader/item/ffffffffffffffff", .number(-1)),
            ("tag:google.com,2005:reader/item/51a1ab38ce9e86a2ea8b4567", .text("51a1ab38ce9e86a2ea8b4567")),
            ("51a1ab38ce9e86a2ea8b4567", .text("51a1ab38ce9e86a2ea8b4567")),
            ("511111111111111111111111", .text("511111111111111111111111")), ("007", .text("007"))
        ] as [(String, ServerItemID)])
    func `ids of the Google Reader API are read in all their forms`(text: String, id: ServerItemID) {
        #expect(ServerItemID(googleReader: text) == id)
    }

    @Test(
        arguments: [
            (.number(42), "tag:google.com,2005:reader/item/000000000000002a"),
            (.number(-1), "tag:google.com,2005:reader/item/ffffffffffffffff"),
            (.text("51a1ab38ce9e86a2ea8b4567"), "tag:google.com,2005:reader/item/51a1ab38ce9e86a2ea8b4567")
        ] as [(ServerItemID, String)])
    func `ids are sent in the form that every server reads`(id: ServerItemID, text: String) {
        #expect(id.googleReaderText == text)
    }

    @Test(arguments: ["12", "-12", "0", "012", "+12", "9223372036854775808", "a"])
    func `an id that was stored is read back`(text: String) {
        #expect(ServerItemID(text).description == text)
        #expect(ServerItemID(ServerItemID(text).description) == ServerItemID(text))
    }
}
