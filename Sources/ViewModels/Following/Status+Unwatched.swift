extension Status {
    /// Says why the reader won't hear what other programs write.
    package static func unwatched(_ reason: any Error) -> Status {
        .problem("What others change isn't noticed: \(reason)")
    }
}
