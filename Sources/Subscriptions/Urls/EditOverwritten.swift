/// The reason why a change of the urls file can't be undone.
struct EditOverwritten: Error, CustomStringConvertible {
    var description = "The urls file says something else by now, so it stays as it is"
}

extension EditOverwritten {
    /// The file no longer has an entry of this name.
    init(missing name: String) {
        description = "“\(name)” is not in the urls file any more, so nothing is changed there"
    }
}
