/// Why a change of the urls file is not taken back.
struct EditOverwritten: Error, CustomStringConvertible {
    var description = "The urls file says something else by now, so it stays as it is"
}

extension EditOverwritten {
    /// Of something that the file doesn't name any more.
    init(missing name: String) {
        description = "“\(name)” is not in the urls file any more, so nothing is changed there"
    }
}
