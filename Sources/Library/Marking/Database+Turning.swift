import FoundationEssentials
import SQLite

/// The items that a turn changes, and its changes to the counts of their feeds and of all listed items.
struct Survey {
    var items = ItemSet()
    /// Ranges in which it applies to these items alone.
    var spans: [ClosedRange<Int64>] = []
    var feeds: [FeedID: Turn.Change] = [:]
    var listed = Turn.Change()
}

extension Database {
    /// Changes the states of matching items, with the counts; returns those items.
    func turn(_ items: ItemSet, _ turn: Turn, at time: Date) throws -> ItemSet {
        let survey = try survey(items, turn)
        guard !survey.items.isEmpty else { return survey.items }
        // Ranges instead of single items: what lies between them still doesn't match.
        let update = try statement(
            "UPDATE states SET \(turn.assignments) WHERE item BETWEEN ?1 AND ?2 AND \(turn.condition)")
        for span in survey.spans {
            if turn.setsTime {
                try update.run(span.lowerBound, span.upperBound, time)
            } else {
                try update.run(span.lowerBound, span.upperBound)
            }
        }
        for (feed, change) in survey.feeds {
            try run(
                "UPDATE feeds SET unread = unread + ?, total = total + ? WHERE id = ?", change.unread, change.items,
                feed)
        }
        let listed = turn.restores ? try countListed(survey.items, turn) : survey.listed
        try run(
            "UPDATE totals SET items = items + ?, unread = unread + ?, starred = starred + ?",
            listed.items, listed.unread, listed.starred)
        // Lists may now show another item of a story.
        if turn.restores || turn.deletes { try relistStories(of: survey.items) }
        try touch(survey.items)
        return survey.items
    }

    /// The changes that a turn would make.
    func survey(_ items: ItemSet, _ turn: Turn) throws -> Survey {
        var survey = Survey()
        let select = try statement(
            """
            SELECT item, feed, is_listed, is_read, is_starred FROM states NOT INDEXED
            WHERE item BETWEEN ?1 AND ?2 AND \(turn.condition)
            """)
        for span in items.spans {
            var first: Int64?
            var last: Int64 = 0
            func endSpan() {
                if let start = first { survey.spans.append(start...last) }
                first = nil
            }
            try select.each(span.lowerBound, span.upperBound) { row in
                let item = ItemID(row.integer(0))
                guard items.contains(item) else { return endSpan() }
                first = first ?? item.rawValue
                last = item.rawValue
                let subject = Turn.Subject(isListed: row.bool(2), isRead: row.bool(3), isStarred: row.bool(4))
                let change = turn.change(subject)
                survey.items.append(item)
                survey.feeds[FeedID(row.integer(1)), default: Turn.Change()] += change
                if subject.isListed { survey.listed += change }
            }
            endSpan()
        }
        return survey
    }

    private func countListed(_ items: ItemSet, _ turn: Turn) throws -> Turn.Change {
        var change = Turn.Change()
        for run in items.runs {
            try each(
                "SELECT is_read, is_starred FROM states NOT INDEXED WHERE item BETWEEN ? AND ? AND is_listed = 1",
                run.lowerBound, run.upperBound
            ) { row in
                change += turn.change(Turn.Subject(isListed: true, isRead: row.bool(0), isStarred: row.bool(1)))
            }
        }
        return change
    }
}

extension ItemSet {
    /// Runs, joined over gaps that cost less to read than to skip.
    var spans: [ClosedRange<Int64>] {
        var spans: [ClosedRange<Int64>] = []
        for run in runs {
            if let last = spans.last, run.lowerBound - last.upperBound <= 16 {
                spans[spans.count - 1] = last.lowerBound...run.upperBound
            } else {
                spans.append(run)
            }
        }
        return spans
    }
}
