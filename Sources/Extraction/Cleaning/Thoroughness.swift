/// How much an attempt removes. Each attempt that finds too little is followed by a milder one.
struct Thoroughness: OptionSet {
    let rawValue: UInt8
    /// Removes elements whose class or id makes them unlikely.
    static let removesUnlikely = Thoroughness(rawValue: 1)
    /// Compares elements by their class and id, too.
    static let weighsNames = Thoroughness(rawValue: 2)
    /// Removes parts of the article that look like something else.
    static let removesOddParts = Thoroughness(rawValue: 4)

    static let attempts: [Thoroughness] = [
        [.removesUnlikely, .weighsNames, .removesOddParts], [.weighsNames, .removesOddParts], .removesOddParts, []
    ]
}
