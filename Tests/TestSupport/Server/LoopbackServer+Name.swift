extension LoopbackServer {
    /// The reader's name for an untitled feed of this server.
    package func name(_ path: String) -> String { String(url(path).dropFirst("http://".count)) }
}
