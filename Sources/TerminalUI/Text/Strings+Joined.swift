extension [String] {
    /// What the library's own does, which finds out at run time what it joins: the first that is called looks through all that
    /// types of the program can do, and a start would wait for it.
    func joined(by separator: String) -> String {
        var joined = first ?? ""
        for string in dropFirst() { joined += separator + string }
        return joined
    }
}
