import Library
import Signals

// Lists in an order for which the library has no index.
extension ItemListModel {
    enum Sorting: Equatable {
        case done
        case underWay
        /// The list is too long to sort.
        case refused
    }

    /// The longest list to sort while the user waits, and the longest to sort at all, as nobody reads a longer one.
    private static let (mostRankedAtOnce, mostRanked) = (10_000, 200_000)

    /// Sorts the list. A long one shows its items by date until it is sorted.
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
        } receive: { [weak self] in
            self?.applyRanking($0)
        }
    }

    nonisolated private static func ranking(
        of listing: Listing, by key: RankingKey, _ isReversed: Bool, in library: Library
    ) throws(LibraryFailure) -> [ItemID] {
        try library.ranking(of: listing, by: key, isReversed: isReversed)
    }

    /// Shows the sorted list. If the cursor was on the first row, it stays there.
    private func applyRanking(_ ranking: [ItemID]?) {
        if let ranking {
            rows?.ranking = ranking
            if let selected, !isAtTop { loadAround(selected) } else { loadStart() }
        }
        sorting = .done
    }
}
