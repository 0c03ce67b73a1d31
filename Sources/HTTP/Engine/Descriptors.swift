import Glibc

/// The file descriptors that this process may open.
enum Descriptors {
    /// The number of simultaneous transfers, and of connections, for which they suffice.
    static var transfers: Int {
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        let count = isKnown ? Int(clamping: limit.rlim_cur) : 1024
        // A transfer uses three while its host is looked up or tried in two ways at once. The rest of lede needs some,
        // too.
        return min(1000, max(4, (count - 100) / 3))
    }
}
