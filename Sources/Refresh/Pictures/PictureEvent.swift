package import Library

/// What became of a picture.
package enum PictureOutcome: Equatable, Sendable {
    /// Its file is in the cache folder.
    case kept(KeptPicture)
    /// It is here, but lede doesn't keep it: the settings say so, its site does, or the folder can't be written to.
    case passing([UInt8])
    /// The reason, in words for the user.
    case failed(String)
    /// The server couldn't be reached, for this reason.
    case unreached(String)
}

package struct PictureEvent: Sendable {
    package let url: String
    package let outcome: PictureOutcome
}
