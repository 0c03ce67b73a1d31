import Dispatch
import Library
import MainQueue
import Signals

/// A change that takes a moment; `finish` is called when it is seen.
typealias Change = @MainActor @Sendable (_ finish: @escaping @MainActor @Sendable () -> Void) -> Void

// What keys wait for, as they are meant for what will be shown.
extension Session {
    /// Has keys wait whenever that is under way; `callOff` is what Escape does to it.
    func wait(for isUnderWay: Property<Bool>, callOff: @escaping @MainActor () -> Void) {
        waits.append((isUnderWay, callOff))
        scope.add(isUnderWay.observe { [weak self] _ in self?.updateAwaiting() })
    }

    /// Has keys wait for a change, and says so where it takes a while.
    func change(_ deed: String, by change: @escaping Change) {
        let underWay = Status.done("\(deed)… (Esc to stop waiting)")
        changesBegun += 1
        let number = changesBegun
        changing.execute { [weak self] finish in
            change {
                if let self, self.status == underWay { self.status = nil }
                finish()
            }
        }
        // Most are there before anybody could read this.
        MainQueue.async(after: .milliseconds(200)) { [weak self] in
            if let self, isAwaited(number) { status = underWay }
        }
    }

    /// Whether keys wait for the change of this number, and for none that was begun later.
    func isAwaited(_ change: Int) -> Bool { change == changesBegun && change > changesGivenUp && isChanging }

    /// Whether keys wait for a change.
    var isChanging: Bool { changing.isExecuting.value }

    /// Lets keys go on: the changes that are under way are made all the same.
    func giveUpChanges() {
        changesGivenUp = changesBegun
        goingOn.send(())
    }

    /// Gives up what keys wait for: what is shown stays.
    package func callOff() {
        status = .done("Cancelled")
        for wait in waits where wait.isUnderWay.value { wait.callOff() }
    }

    private func updateAwaiting() {
        let isAwaiting = waits.contains { $0.isUnderWay.value }
        if isAwaiting != self.isAwaiting { self.isAwaiting = isAwaiting }
    }
}
