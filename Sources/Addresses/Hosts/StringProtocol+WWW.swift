extension StringProtocol where SubSequence == Substring {
    /// A host without the “www.” that many sites have before their name.
    package var withoutWWW: Substring { hasPrefix("www.") ? dropFirst(4) : self[...] }
}
