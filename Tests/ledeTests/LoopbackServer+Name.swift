import TestSupport

extension LoopbackServer {
    /// What the reader calls a feed there that has no title.
    func name(_ path: String) -> String { String(url(path).dropFirst("http://".count)) }
}
