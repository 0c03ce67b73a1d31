import SQLite
import Typesetting

/// Texts ready to be indexed in one transaction.
struct SearchBatch: Sendable {
    struct Text: Sendable {
        let item: ItemID
        let edition: Int64
        let revision: Int64
        /// When the article's page was fetched; nil if it wasn't.
        let fetched: Int64?
        let title: String
        let author: String
        let body: String

        /// Its number in the index.
        var number: Int64 { SearchText.number(of: item, edition: edition) }

        var size: Int { title.utf8.count + author.utf8.count + body.utf8.count }
    }

    let volume: SearchVolume
    /// The last indexed item of the volume, before and after; equal if the texts are of changed items.
    let from: Int64
    let upTo: Int64
    let texts: [Text]

    var size: Int { texts.reduce(0) { $0 + $1.size } }
}

extension SearchBatch.Text {
    /// Of a longer text only the beginning is indexed: people rarely remember the middle of a book.
    static let longestBody = 200_000

    /// The words of an item's texts, without markup: of the feed's, and of its page.
    static func body(of texts: [String]) -> String {
        texts.filter { !$0.isEmpty }.map { Document(html: $0).plainText }.joined(separator: "\n")
            .shortened(toBytes: longestBody)
    }

    /// The item's current text; nil if the item doesn't exist.
    init?(of item: ItemID, edition: Int64, in database: Database) throws {
        let found = try database.first(
            """
            SELECT revision, items.title, author, contents.html, fetched, full_texts.html FROM items
                LEFT JOIN contents ON contents.item = id LEFT JOIN full_texts ON full_texts.item = id WHERE id = ?
            """, item
        ) { row in
            Self(
                item: item, edition: edition, revision: row.integer(0), fetched: row.optionalInteger(4),
                title: row.text(1), author: row.text(2), body: Self.body(of: [row.text(3), row.text(5)]))
        }
        guard let found else { return nil }
        self = found
    }
}

extension SearchBatch {
    /// The next texts that the index lacks, of about this many bytes: new items first, newest first, then changed
    /// items. Nil if it lacks nothing.
    static func next(of size: Int, in database: Database) throws -> SearchBatch? {
        if let gap = try database.searchGaps().first { return try unindexed(of: size, in: gap, database) }
        let batch = try changed(of: size, database)
        // An empty batch would make the indexer ask again and again.
        return batch?.texts.isEmpty == false ? batch : nil
    }

    private static func unindexed(of size: Int, in gap: SearchGap, _ database: Database) throws -> SearchBatch {
        let next = try database.statement("SELECT id FROM items WHERE id > ? AND id <= ? ORDER BY id LIMIT 1")
        var texts: [Text] = []
        var left = size
        var reached = max(gap.from, gap.volume.items.lowerBound - 1)
        while left > 0 {
            guard let id = try next.first(reached, gap.volume.items.upperBound, read: { $0.integer(0) }) else {
                // A volume gets no items once a later volume has some.
                if !gap.isNewest { reached = gap.volume.items.upperBound }
                break
            }
            guard id > reached else { throw SQLiteError.impossibleRows }
            reached = id
            if let text = try Text(of: ItemID(id), edition: 0, in: database) {
                texts.append(text)
                // Many short texts cost as much as a long one.
                left -= text.size + 100
            }
        }
        return SearchBatch(volume: gap.volume, from: gap.from, upTo: reached, texts: texts)
    }

    private static func changed(of size: Int, _ database: Database) throws -> SearchBatch? {
        let due = try database.all(
            """
            SELECT search_changes.item, edition, search_changes.item / ?1 AS volume, indexed
            FROM search_changes JOIN search_volumes ON volume = search_changes.item / ?1
            WHERE is_due = 1 AND search_changes.item > 0 AND edition BETWEEN 0 AND ?2
                AND search_changes.item IN (SELECT id FROM items)
            ORDER BY search_changes.item DESC LIMIT 100
            """, SearchVolume.size, SearchText.mostEditions
        ) { row in
            (item: ItemID(row.integer(0)), edition: row.integer(1), volume: row.integer(2), indexed: row.integer(3))
        }
        guard let first = due.first else { return nil }
        var texts: [Text] = []
        var left = size
        for change in due where change.volume == first.volume && left > 0 {
            guard let text = try Text(of: change.item, edition: change.edition + 1, in: database) else { continue }
            texts.append(text)
            left -= text.size + 100
        }
        // In ascending order SQLite need not write to disk between two.
        texts.sort { $0.number < $1.number }
        return SearchBatch(
            volume: SearchVolume(first.volume), from: first.indexed, upTo: first.indexed, texts: texts)
    }
}

extension Database {
    /// Indexes a batch, unless another process has indexed in this volume since the texts were read.
    func index(_ batch: SearchBatch) throws -> Bool {
        let volume = batch.volume
        let indexed = try first("SELECT indexed FROM search_volumes WHERE volume = ?", volume.number) { $0.integer(0) }
        guard (indexed ?? volume.items.lowerBound - 1) == batch.from else { return false }
        if indexed == nil {
            try make(volume)
            try run("INSERT INTO search_volumes (volume, indexed) VALUES (?, ?)", volume.number, batch.from)
        }
        let insert = try statement("INSERT INTO \(volume.table) (rowid, title, author, body) VALUES (?, ?, ?, ?)")
        var texts = 0
        for text in batch.texts where try isDue(text) {
            try insert.run(text.number, text.title, text.author, text.body)
            texts += 1
        }
        try run(
            "UPDATE search_volumes SET indexed = ?, texts = texts + ? WHERE volume = ?", batch.upTo, texts,
            volume.number)
        return texts > 0 || batch.upTo > batch.from
    }

    /// Notes that a changed item is indexed. One that changed again since its text was read stays due.
    private func isDue(_ text: SearchBatch.Text) throws -> Bool {
        guard text.edition > 0 else { return true }
        return try run(
            """
            UPDATE search_changes SET edition = ?2, is_due = 0
            WHERE item = ?1 AND edition = ?2 - 1 AND is_due = 1 AND (SELECT revision FROM items WHERE id = ?1) = ?3
                AND (SELECT fetched FROM full_texts WHERE item = ?1) IS ?4
            """, text.item, text.edition, text.revision, text.fetched) == 1
    }
}

extension String {
    /// The beginning that fits into this many bytes.
    func shortened(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        // Not inside a character.
        while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }
}
