import Configuration
import FoundationEssentials
import Library
import Refresh
import Signals

// An address becomes a subscription: what is there is looked at and shown before it is added.
extension ReaderModel {
    func addFeed(_ text: String) throws { look(at: try Address(typed: text)) }

    /// Asks what lies at an address, off the main queue.
    func look(at address: Address) { look(at: address, from: path.value) }

    private func look(at address: Address, from path: [Place]) {
        if let feed = feeds.all.first(where: { $0.url == address.url }) { return tellOfSubscribed(feed) }
        (lookedAt, lookedFrom) = (address, path)
        status.value = .done("Looking at \(address.url) …")
        refresh.look(at: address) { [weak self] outcome in self?.take(outcome, of: address) }
    }

    /// Forgets the address that is looked at; false where there is none.
    func stopLooking() -> Bool {
        guard let address = lookedAt else { return false }
        lookedAt = nil
        status.value = .done("\(address.url) is not added")
        return true
    }

    func take(_ outcome: FeedSearch.Outcome, of address: Address) {
        guard lookedAt == address else { return }
        lookedAt = nil
        switch outcome {
        case .feed(let found):
            // An address on the web can't lead to a file of this machine.
            let address = Address(fromOutside: found.url) ?? address
            if let feed = feeds.all.first(where: { $0.url == address.url }) { return tellOfSubscribed(feed) }
            preview(FeedPreview(found, now: Date()), of: address)
        case .page(let feeds): choose(among: feeds, of: address)
        case .noFeed(let what):
            preview(FeedPreview(address.url, problem: "What lies there is \(what)."), of: address)
        case .unreachable(let reason):
            preview(FeedPreview(address.url, problem: "It can't be looked at: \(reason)."), of: address)
        }
    }

    private func choose(among found: [FoundFeed], of address: Address) {
        let options = found.compactMap { feed in
            Address(fromOutside: feed.url).map {
                Choice.Option(feed.title ?? $0.url, detail: feed.title == nil ? "" : $0.url, value: $0.url)
            }
        }
        guard let only = options.first else {
            return preview(FeedPreview(address.url, problem: "What lies there leads to no feed."), of: address)
        }
        // What leads back to itself is not looked at again and again.
        if options.count == 1, let address = Address(fromOutside: only.value), address != lookedThrough {
            lookedThrough = address
            return look(at: address, from: lookedFrom)
        }
        guard awaitsFound(address.url) else { return }
        status.value = nil
        choose(Choice(.foundFeed, title: "Feeds of \(address.url):", options))
    }

    private func preview(_ preview: FeedPreview, of address: Address) {
        lookedThrough = nil
        guard awaitsFound(preview.title) else { return }
        status.value = nil
        previewed = NewFeed(address)
        information.show(preview.document)
        go(to: .information)
    }

    /// Whether the person is still there for what was found, and else says what that is: who has gone on is not torn away.
    private func awaitsFound(_ name: String) -> Bool {
        if prompt.value == nil, choice.value == nil, path.value == lookedFrom { return true }
        status.value = .done("“\(name)” is looked at: add it again to see what is there")
        return false
    }

    /// Subscribes to the feed of which a preview is shown.
    func subscribeToPreviewed() {
        guard let feed = previewed else { return }
        previewed = nil
        goBack()
        add([feed])
    }

    private func tellOfSubscribed(_ feed: Feed) {
        feeds.choose(feed.id)
        status.value = .done("\(feed.name) is among your feeds already")
    }
}
