extension Status {
    /// Says why the reader won't notice changes by other programs.
    package static func unwatched(_ reason: any Error) -> Status {
        .problem("Can't detect changes by other programs: \(reason)")
    }
}
