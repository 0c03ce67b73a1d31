package import Library

extension Library {
    /// Waits until what the user did is written, and throws where that is impossible now.
    package func finishWriting() throws(Unwritten) {
        settle()
        if let obstacle { throw Unwritten(obstacle: obstacle) }
    }
}

/// The reason why the library could not write what the user did.
package struct Unwritten: Error, CustomStringConvertible {
    let obstacle: LibraryFailure

    package var description: String { "can't save the change: \(obstacle)" }
}
