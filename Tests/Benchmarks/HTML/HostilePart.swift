import Foundation

/// The part that a hostile page repeats.
struct HostilePart {
    let name: String
    var start = ""
    /// The repeated text. Each `#N` is replaced by the number of the repetition.
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
