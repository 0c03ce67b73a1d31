import HTML
import System

/// What the feed says of an item, and what its other pages have shown.
package struct FeedKnowledge: Equatable, Sendable {
    package var title: String?
    package var author: String?
    /// The date as text.
    package var published: String?
    /// The item's plain text from the feed, which the article must contain if the page does.
    package var teaser: String?
    /// Hashes of blocks that other pages of the feed have, too: its boilerplate.
    package var sharedBlocks: Set<UInt64>

    package init(
        title: String? = nil, author: String? = nil, published: String? = nil, teaser: String? = nil,
        sharedBlocks: Set<UInt64> = []
    ) {
        self.title = title
        self.author = author
        self.published = published
        self.teaser = teaser
        self.sharedBlocks = sharedBlocks
    }

    /// The blocks that at least two pages have.
    package static func blocks(sharedBy pages: [[UInt64]]) -> Set<UInt64> {
        var seen: Set<UInt64> = []
        var shared: Set<UInt64> = []
        for page in pages {
            for block in Set(page) where !seen.insert(block).inserted { shared.insert(block) }
        }
        return shared
    }

    /// The page's metadata, with what the feed says in its place.
    func correcting(_ metadata: PageMetadata) -> PageMetadata {
        var metadata = metadata
        metadata.title = title?.unlessEmpty ?? metadata.title
        metadata.byline = author?.unlessEmpty ?? metadata.byline
        metadata.published = published?.unlessEmpty ?? metadata.published
        return metadata
    }
}

extension ArticleDraft {
    /// The innermost blocks with at least 20 letters, and hashes of their texts.
    var blocks: [(id: DraftID, hash: UInt64)] {
        outermost { !isText($0) && isInnermostBlock($0) }
            .filter { counts[$0.index].letters >= 20 }.map { ($0, hash(of: $0)) }
    }

    private func isInnermostBlock(_ id: DraftID) -> Bool {
        !nodes[id.index].traits.contains(.holdsBlock) && !isInline(id)
            && hasOnlyChildren(id) { isInline($0) }
    }

    private func hash(of root: DraftID) -> UInt64 {
        var hash = LetterHash()
        _ = firstText(in: root) { text in
            hash.add(text)
            return false
        }
        return hash.value
    }
}

/// A hash of letters that is the same on each start: FNV-1a, with eight letters instead of one at a time.
private struct LetterHash {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private var letters: UInt64 = 0
    private var count = 0

    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        for byte in text {
            guard let letter = ComparedLetters.letter(byte) else { continue }
            letters = letters << 8 | UInt64(letter)
            count += 1
            if count % 8 == 0 { mix() }
        }
    }

    private mutating func mix() {
        hash = (hash ^ letters) &* 0x100_0000_01B3
        hash ^= hash >> 32
        letters = 0
    }

    var value: UInt64 {
        var end = self
        end.mix()
        return end.hash ^ UInt64(count)
    }
}

extension ArticleDraft {
    /// The text in which the opening of a teaser ends; nil if the page doesn't have it.
    func text(withTeaser teaser: String) -> DraftID? {
        var opening = ComparedLetters()
        // Feeds end a teaser with an ellipsis, which the page doesn't have.
        opening.add(teaser.prefix { $0 != "…" }.utf8.prefix(400))
        let word = Array(opening.bytes.prefix(60))
        return text(with: word)
    }

    /// The text in which the first of some words ends that the page has.
    func text(withAnyOf words: some Collection<[UInt8]>) -> DraftID? {
        words.lazy.compactMap { text(with: $0) }.first
    }

    /// The text in which some letters end; nil if the page doesn't have them.
    func text(with word: [UInt8]) -> DraftID? {
        // A few words may be anywhere.
        guard word.count >= 20 else { return nil }
        var search = LetterSearch(for: word)
        return firstText(in: .root) { search.finds($0) }
    }
}
