/// Why a change of the urls file is not taken back.
struct EditOverwritten: Error, CustomStringConvertible {
    var description = "The urls file has changed since then, so lede left it as it is"
}

extension EditOverwritten {
    /// Of something that the file doesn't name any more.
    init(missing name: String) {
        description = "“\(name)” is no longer in the urls file, so lede left the file as it is"
    }
}
