import Library
import Signals
import Testing

/// Receives failures of models in a test that expects none.
func noTroubles() -> Subject<LibraryFailure, Never> {
    let troubles = Subject<LibraryFailure, Never>()
    troubles.signal.onNext { Issue.record("\($0)") }
    return troubles
}
