import Configuration
import Library
import Signals

extension ReaderModel {
    func refreshFeed() {
        if let feed = currentFeed { refresh([feed]) }
    }

    func refresh(_ feeds: [Feed]) {
        if refresh.isRunning { return status.value = .done("A refresh is under way (Esc stops it)") }
        if feeds.isEmpty { return status.value = .done("There are no feeds to refresh yet (press a to add one)") }
        refresh.start(feeds)
    }

    func startWithStarterFeeds() {
        subscribe { subscriptions throws in try subscriptions.installStarterSet() }
    }

    func showFailures() {
        failures.show(Failures(feeds: feeds.failed, problems: subscriptions.problems).document)
        go(to: .failures)
    }

    /// Takes what was typed at the prompt.
    package func submitPrompt() {
        guard let prompt = prompt.value else { return }
        self.prompt.value = nil
        let text = prompt.text.trimmingSpaces
        if text.isEmpty { return }
        switch prompt.purpose {
        case .addFeed: addFeed(text)
        case .importOPML: importOPML(text)
        }
    }

    private func addFeed(_ text: String) {
        guard let address = Address(text) ?? Address("https://" + text) else {
            return status.value = .problem(Address.complaint(about: text))
        }
        subscribe { subscriptions throws in try subscriptions.add([address.url]) }
    }

    private func importOPML(_ path: String) {
        subscribe { subscriptions throws in
            let list = try OPML(PrivateFiles.read(paths.expandingHome(path)))
            return try subscriptions.add(list.urls)
        }
    }

    /// Changes what the person is subscribed to, shows it and fetches what is new in it.
    private func subscribe(_ change: (SubscriptionsModel) throws -> [String]) {
        do {
            let added = try change(subscriptions)
            if added.isEmpty { return status.value = .done("Nothing was added: it is all there already") }
            try subscriptions.follow { [weak self] in self?.show(added: added) }
        } catch {
            status.value = .problem("\(error)")
        }
    }

    private func show(added urls: [String]) {
        feeds.reload()
        if place == .welcome { path.value = [.feeds] }
        let added = feeds.feeds.value.filter { urls.contains($0.url) }
        if let first = added.first { feeds.choose(first.id) }
        if refresh.isRunning { return status.value = .done("Added; what is new in it comes with the next refresh") }
        refresh(added)
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
