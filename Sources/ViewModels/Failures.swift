import Library
import Typesetting

/// What failed and why, in full.
struct Failures {
    let feeds: [Feed]
    /// Lines of the urls file that are left out.
    let problems: [String]

    var document: Document {
        if feeds.isEmpty && problems.isEmpty {
            return Document(blocks: [.paragraph([.text("Nothing has failed.")])])
        }
        return Document(blocks: problems.map { .paragraph([.text($0)]) } + feeds.flatMap(Self.blocks))
    }

    private static func blocks(for feed: Feed) -> [Block] {
        let address: [Inline] = feed.name == feed.url ? [] : [.lineBreak, .text(feed.url)]
        return [
            .heading(level: 2, [.text(feed.name)]),
            .paragraph([.text(feed.lastError ?? "")] + address)
        ]
    }
}
