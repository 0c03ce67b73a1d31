import Foundation

/// What a hostile page consists of.
struct HostilePart {
    let name: String
    var start = ""
    /// Repeated, with its number for each `#N`.
    let text: String

    func page(kilobytes: Int) -> String {
        var page = start
        var number = 0
        let pieces = text.components(separatedBy: "#N")
        while page.utf8.count < kilobytes << 10 {
            page += pieces.joined(separator: "\(number)")
            number += 1
        }
        return page
    }
}
