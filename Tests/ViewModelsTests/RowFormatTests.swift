import Testing

@testable import ViewModels

@Suite struct `The format of rows` {
    private func row(_ format: String, columns: Int = 20) -> String {
        RowFormat(format).row(columns: columns) { name in
            switch name {
            case "i": "7"
            case "t": "Title"
            case "T": "The feed"
            case "w": "日本語"
            default: ""
            }
        }
    }

    @Test(arguments: [
        ("%i %t", "7 Title"), ("%4i|%-4i|%=3i|", "   7|7   | 7 |"), ("%3t", "Ti…"), ("100%% %t", "100% Title"),
        ("%5w|", "日本…|"), ("", ""), ("%", ""), ("%5", ""), ("%q", ""),
        ("%99999999999999999999i", String(repeating: " ", count: 998) + "7")
    ])
    func `a row format gives fields their widths`(format: String, text: String) {
        #expect(row(format) == text)
    }

    @Test func `fields without a width get the default one`() {
        let format = RowFormat("%D|%-D|%3D|%t|%?D?%D&?", widths: ["D": 6])
        #expect(format.row(columns: 80) { $0 == "D" ? "2h" : "x" } == "    2h|2h    | 2h|x|    2h")
    }

    @Test(arguments: [
        ("%t%>.%i", "Title..............7"), ("%t%> %i", "Title              7"), ("%t%>日%i", "Title              7"),
        ("%>-", "--------------------"), ("%30t%> %i", String(repeating: " ", count: 25) + "Title7"), ("%>", "")
    ])
    func `a row format fills a row to its end`(format: String, text: String) {
        #expect(row(format) == text)
    }

    @Test(arguments: [
        ("%4i %?T?|%-10T|  &?%t", "   7 |The feed  |  Title"), ("%?x?[%x]&none? %t", "none Title"),
        ("%?x?[%x]? %t", " Title"), ("%?t?yes", "yes"), ("%?", ""), ("%?t", ""), ("%?t?%?T?a&b?", "T?a&b?")
    ])
    func `a row format chooses by whether a field is empty`(format: String, text: String) {
        #expect(row(format) == text)
    }
}
