import Library
import Signals
import Testing

/// Where models tell what they could not read or write, in a test that expects none of that.
func noTroubles() -> Subject<LibraryFailure, Never> {
    let troubles = Subject<LibraryFailure, Never>()
    troubles.signal.onNext { Issue.record("\($0)") }
    return troubles
}
