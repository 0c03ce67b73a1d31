/// What goes wrong while lede writes.
enum ChaosFault: String, CaseIterable {
    case kill = "a kill at some moment"
    case fullDisk = "a full disk"
    case fileLimit = "a limit for the size of files"
    case readOnly = "a disk that can only be read"
    case deleted = "the library deleted meanwhile"
    case replaced = "the library replaced meanwhile"
    case clock = "a clock set forth or back, and perhaps a kill"
    case network = "a network cut at any byte"
    case company = "two readers and four commands at once"

    /// Whether what lede had written before is gone by what the user did.
    var takesLibrary: Bool { self == .deleted || self == .replaced }
}
