import Dispatch
import MainQueue
import Signals

/// Paints the screen once for all changes in one turn of the main queue.
final class PaintSchedule {
    private let paint: (Stale) -> Void
    /// What to paint at the end of this turn.
    private var due: Stale = []
    private var isPainting = false
    private var isGathering = false
    private let subscriptions = ScopedDisposable()

    init(paint: @escaping (Stale) -> Void) {
        self.paint = paint
    }

    /// Paints `part` of the screen whenever the property changes.
    func follow<Value>(_ property: Property<Value>, shownIn part: Stale = .everything) {
        subscriptions.add(
            property.observe { [weak self] _ in
                self?.setNeedsPaint(part)
            })
    }

    func setNeedsPaint(_ part: Stale = .everything) {
        // Views tell their models the available room. The current painting already shows what that changes.
        if isPainting { return }
        let isFirst = due.isEmpty
        due.formUnion(part)
        guard isFirst, !isGathering else { return }
        MainQueue.async { [weak self] in
            self?.paintDue()
        }
    }

    /// Paints what `work` changes right after it, not at the end of the turn, because a key waits for it.
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
