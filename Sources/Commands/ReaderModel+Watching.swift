import Signals
import ViewModels

extension ReaderModel {
    /// Says once that, and why, the reader won't hear what other programs write.
    func tellUnwatched(_ reason: any Error) { say(.problem("What others change isn't noticed: \(reason)")) }
}
