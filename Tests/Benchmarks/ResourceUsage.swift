import Glibc

extension rusage {
    /// What all children used that have ended and that somebody waited for.
    static var ofEndedChildren: rusage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return usage
    }

    var processorSeconds: Double { ru_utime.seconds + ru_stime.seconds }

    /// The most memory that one process had.
    var peakMegabytes: Double { Double(ru_maxrss) / 1024 }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
