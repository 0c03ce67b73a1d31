import Dispatch
import Library
import MainQueue
import Signals

/// A change that takes a moment. It calls `finish` when its result is visible.
typealias Change = @MainActor @Sendable (_ finish: @escaping @MainActor @Sendable () -> Void) -> Void

// Making keys wait for what they are meant for.
extension Session {
    /// Makes keys wait while `isUnderWay` is true. Escape calls `callOff`.
    func wait(for isUnderWay: Property<Bool>, callOff: @escaping @MainActor () -> Void) {
        waits.append((isUnderWay, callOff))
        scope.add(isUnderWay.observe { [weak self] _ in self?.updateAwaiting() })
    }

    /// Makes keys wait for a change, and says so if it takes long.
    func change(_ action: String, by change: @escaping Change) {
        let underWay = Status.done("\(action)… (Esc to stop waiting)")
        changesBegun += 1
        let number = changesBegun
        changing.execute { [weak self] finish in
            change {
                if let self, self.status == underWay { self.status = nil }
                finish()
            }
        }
        // Most changes finish before anybody could read this.
        MainQueue.async(after: .milliseconds(200)) { [weak self] in
            if let self, isAwaited(number) { status = underWay }
        }
    }

    /// Whether keys wait for this change, and it is the latest.
    func isAwaited(_ change: Int) -> Bool { change == changesBegun && change > changesGivenUp && isChanging }

    /// Whether keys wait for a change.
    var isChanging: Bool { changing.isExecuting.value }

    /// Stops waiting for changes, but lets them finish.
    func giveUpChanges() {
        changesGivenUp = changesBegun
        goingOn.send(())
    }

    /// Cancels what keys wait for. The screen stays as it is.
    package func callOff() {
        status = .done("Cancelled")
        for wait in waits where wait.isUnderWay.value { wait.callOff() }
    }

    private func updateAwaiting() {
        let isAwaiting = waits.contains { $0.isUnderWay.value }
        if isAwaiting != self.isAwaiting { self.isAwaiting = isAwaiting }
    }
}
