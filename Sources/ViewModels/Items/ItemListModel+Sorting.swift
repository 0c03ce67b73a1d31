import Library
import Signals

// Lists in an order that the library has no index for.
extension ItemListModel {
    enum Sorting: Equatable {
        case done
        case underWay
        /// There are more items than are sorted.
        case refused
    }

    /// So many are sorted while the person waits, and so many at all: nobody looks through more.
    private static let (mostRankedAtOnce, mostRanked) = (10_000, 200_000)

    /// Sorts the list, a long one while it is shown by its dates.
    func rank() {
        guard let listing, let key = currentOrder.ranking else { return }
        if listing.count > Self.mostRanked { return sorting = .refused }
        let isReversed = currentOrder.isReversed
        guard listing.count > Self.mostRankedAtOnce else {
            do { rows?.ranking = try Self.ranking(of: listing, by: key, isReversed, in: library) } catch {
                troubles.send(error)
            }
            return
        }
        sorting = .underWay
        ranking.ask { library throws(LibraryFailure) in
            try Self.ranking(of: listing, by: key, isReversed, in: library)
        } take: { [weak self] in
            self?.take($0)
        }
    }

    nonisolated private static func ranking(
        of listing: Listing, by key: RankingKey, _ isReversed: Bool, in library: Library
    ) throws(LibraryFailure) -> [ItemID] {
        try library.ranking(of: listing, by: key, isReversed: isReversed)
    }

    /// Shows the list in its order; a person who is at its top stays there.
    private func take(_ ranking: [ItemID]?) {
        if let ranking {
            rows?.ranking = ranking
            if let selected, !isAtTop { loadAround(selected) } else { loadStart() }
        }
        sorting = .done
    }
}
