import Dispatch
import Signals

/// Gathers what happens in one turn of the main queue into one painting of the screen.
final class PaintSchedule {
    private let paint: () -> Void
    private var isDue = false
    private var isPainting = false
    private let subscriptions = ScopedDisposable()

    init(paint: @escaping () -> Void) {
        self.paint = paint
    }

    /// Paints whenever one of these changes.
    func follow<Value>(_ property: MutableProperty<Value>) {
        subscriptions.add(
            property.signal.onNext { [weak self] _ in
                MainActor.assumeIsolated { self?.setNeedsPaint() }
            })
    }

    func setNeedsPaint() {
        // Views tell their models how much room there is: what that changes is being painted already.
        if isDue || isPainting { return }
        isDue = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.paintIfDue() }
        }
    }

    private func paintIfDue() {
        if isDue { paintNow() }
    }

    func paintNow() {
        isDue = false
        isPainting = true
        paint()
        isPainting = false
    }
}
