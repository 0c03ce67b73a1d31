/// What lede asks a terminal about itself.
nonisolated enum TerminalQuery {
    /// The name, the size of a cell, whether single columns scroll, and last what every terminal answers. A question about
    /// kitty's protocol would tell nothing that the name doesn't, and some terminals show it.
    static let sequences = "\u{1B}[>q\u{1B}[16t\u{1B}[?69$p\u{1B}[c"
}
