import Dispatch
import MainQueue
import Signals

/// Gathers what happens in one turn of the main queue into one painting of the screen.
final class PaintSchedule {
    private let paint: (Stale) -> Void
    /// What is to be painted at the end of this turn.
    private var due: Stale = []
    private var isPainting = false
    private var isGathering = false
    private let subscriptions = ScopedDisposable()

    init(paint: @escaping (Stale) -> Void) {
        self.paint = paint
    }

    /// Paints whenever this changes, on which no more of the screen depends than is said.
    func follow<Value>(_ property: Property<Value>, shownIn part: Stale = .everything) {
        subscriptions.add(
            property.observe { [weak self] _ in
                self?.setNeedsPaint(part)
            })
    }

    func setNeedsPaint(_ part: Stale = .everything) {
        // Views tell their models how much room there is: what that changes is being painted already.
        if isPainting { return }
        let isFirst = due.isEmpty
        due.formUnion(part)
        guard isFirst, !isGathering else { return }
        MainQueue.async { [weak self] in
            self?.paintDue()
        }
    }

    /// Paints what some work changes as soon as that is done, and not at the end of the turn: a key waits for it.
    func paintAfter(_ work: () -> Void) {
        isGathering = true
        work()
        isGathering = false
        paintDue()
    }

    /// Paints the whole screen.
    func paintNow() {
        due = .everything
        paintDue()
    }

    private func paintDue() {
        guard !due.isEmpty else { return }
        let stale = due
        due = []
        isPainting = true
        paint(stale)
        isPainting = false
    }
}
