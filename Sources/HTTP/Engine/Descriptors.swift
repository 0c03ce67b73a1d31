import Glibc

/// The file descriptors that this process may have.
enum Descriptors {
    /// How many transfers at once they are enough for, and connections in all.
    static var transfers: Int {
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        let count = isKnown ? Int(clamping: limit.rlim_cur) : 1024
        // A transfer has three while its host is looked up, or tried in two ways at once. The rest of lede has some too.
        return min(1000, max(4, (count - 100) / 3))
    }
}
