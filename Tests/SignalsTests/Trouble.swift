/// A failure for signals to end in.
enum Trouble: Error, Equatable {
    case line
    case power
}
