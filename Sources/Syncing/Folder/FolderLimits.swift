/// How much is written to one file, and read at once. Only tests have others.
struct FolderLimits {
    /// The bytes of lines from which on a state may replace them.
    var compacted = 1 << 20
    var longestFile = 256 << 10
    /// The most bytes of one device that a sync reads.
    var mostOfDevice = 256 << 20
    /// The most lines and marks of one transaction.
    var mostLines = 1000
    var mostMarks = 20_000
}
