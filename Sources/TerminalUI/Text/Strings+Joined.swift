extension [String] {
    /// Does the same as the standard library's. That one looks up at run time what it joins, and its first call
    /// searches all types of the program, which would slow down the start.
    func joined(by separator: String) -> String {
        var joined = first ?? ""
        for string in dropFirst() { joined += separator + string }
        return joined
    }
}
