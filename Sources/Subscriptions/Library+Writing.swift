package import Library

extension Library {
    /// Waits until the user's changes are written, and throws if that is impossible.
    package func finishWriting() throws(Unwritten) {
        settle()
        if let obstacle { throw Unwritten(obstacle: obstacle) }
    }
}

/// The reason why the library couldn't write the user's changes.
package struct Unwritten: Error, CustomStringConvertible {
    let obstacle: LibraryFailure

    package var description: String { "can't save the change: \(obstacle)" }
}
