import Configuration
import Dispatch
import FoundationEssentials
import Library
import Refresh
import Signals

/// Where the person is, and on which row there.
struct Standpoint: Equatable {
    let path: [Place]
    let entry: FeedListEntry.ID?
    let item: ItemID?
}

/// An address that is looked at for somebody who wants to subscribe to what is there.
struct AddressLook: Equatable {
    let address: Address
    /// Where the person was when they asked for it.
    let standpoint: Standpoint
    /// Whether a page led to it, and to nothing else.
    var isThrough = false
    /// Where to look where the server refuses what is secure, which nobody has asked for.
    var plain: Address?
    /// What was looked at before, which is taken where this doesn't answer either.
    var insteadOf: Address?
}

// An address becomes a subscription: what is there is looked at and shown before it is added.
extension ReaderModel {
    /// Whether a feed is shown that the person may subscribe to.
    package var isPreviewing: Bool { place == .information && previewed != nil }

    func addFeed(_ text: String) throws {
        let plain = Address(typedWithoutScheme: text)
        look(AddressLook(address: try Address(typed: text), standpoint: standpoint, plain: plain))
    }

    /// Asks what lies at an address, off the main queue.
    func look(at address: Address) { look(AddressLook(address: address, standpoint: standpoint)) }

    var standpoint: Standpoint {
        Standpoint(
            path: path.value, entry: feeds.selectedEntry?.id, item: place == .items ? items.selected?.id : nil)
    }

    private func look(_ look: AddressLook) {
        let address = look.address
        if let feed = feeds.all.first(where: { $0.url == address.url }) { return tell(ofSubscribed: feed, look) }
        addressLook = look
        status.value = .done("Looking at \(address.shown) …")
        feedSearch.look(at: address.url, settings: refresh.settings) { [weak self] outcome in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(outcome, of: look) } }
        }
    }

    /// Forgets the address that is looked at; false where there is none.
    func stopLooking() -> Bool {
        guard let look = addressLook else { return false }
        addressLook = nil
        status.value = .done("\(look.address.shown) is not added")
        return true
    }

    func take(_ outcome: FeedSearch.Outcome, of look: AddressLook) {
        guard addressLook == look else { return }
        addressLook = nil
        let address = look.address
        switch outcome {
        case .feed(let found):
            // An address on the web can't lead to a file of this machine.
            let address = Address(fromOutside: found.url) ?? address
            if let feed = feeds.all.first(where: { $0.url == address.url }) { return tell(ofSubscribed: feed, look) }
            preview(FeedPreview(found), of: address, look)
        case .page(let feeds): choose(among: feeds, look)
        case .noFeed(let what):
            preview(FeedPreview(address.shown, problem: "What lies there is \(what)."), of: address, look)
        case .refused(let reason): preview(FeedPreview(address.shown, unreadable: reason), of: address, look)
        case .unreachable(let reason, let refusesSecurity):
            if refusesSecurity, let plain = look.plain {
                return self.look(AddressLook(address: plain, standpoint: look.standpoint, insteadOf: address))
            }
            let address = look.insteadOf ?? address
            preview(FeedPreview(address.shown, unreadable: reason), of: address, look)
        }
    }

    private func choose(among found: [FoundFeed], _ look: AddressLook) {
        let address = look.address
        let options = found.compactMap { feed in
            Address(fromOutside: feed.url).map {
                Choice.Option(feed.title ?? $0.shown, detail: feed.title == nil ? "" : $0.shown, value: $0.url)
            }
        }
        guard let only = options.first else {
            return preview(FeedPreview(address.shown, problem: "What lies there leads to no feed."), of: address, look)
        }
        // What leads back to itself is not looked at again and again.
        if options.count == 1, let through = Address(fromOutside: only.value), !look.isThrough {
            return self.look(AddressLook(address: through, standpoint: look.standpoint, isThrough: true))
        }
        guard awaits(look, address.url) else { return }
        status.value = nil
        choose(Choice(.foundFeed, title: "Feeds of \(address.shown):", options))
    }

    private func preview(_ preview: FeedPreview, of address: Address, _ look: AddressLook) {
        guard awaits(look, preview.title) else { return }
        status.value = nil
        previewed = NewFeed(address)
        let (now, dateFormat) = (Date(), config.value.text(.datetimeFormat))
        let keys = (takes: key(.open), leaves: key(.back))
        information.show { preview.document(columns: $0, keys: keys, at: now, dateFormat: dateFormat) }
        go(to: .information)
    }

    /// Whether the person is still there for what was found, and else says what that is: who has gone on is not torn away.
    private func awaits(_ look: AddressLook, _ name: String) -> Bool {
        if awaits(look) { return true }
        status.value = .done("“\(name)” is looked at: add it again to see what is there")
        return false
    }

    private func awaits(_ look: AddressLook) -> Bool {
        prompt.value == nil && choice.value == nil && standpoint == look.standpoint
    }

    /// Subscribes to the feed of which a preview is shown.
    func subscribeToPreviewed() {
        guard let feed = previewed else { return }
        previewed = nil
        goBack()
        add([feed])
    }

    private func tell(ofSubscribed feed: Feed, _ look: AddressLook) {
        if awaits(look) { feeds.choose(feed.id) }
        status.value = .done("\(feed.displayName) is among your feeds already")
    }
}
