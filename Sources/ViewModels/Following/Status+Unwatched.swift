extension Status {
    /// Says why the reader won't hear what other programs write.
    package static func unwatched(_ reason: any Error) -> Status {
        .problem("Can't detect changes by other programs: \(reason)")
    }
}
