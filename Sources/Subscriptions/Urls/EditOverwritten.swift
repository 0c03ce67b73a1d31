/// The reason why a change of the urls file can't be undone.
struct EditOverwritten: Error, CustomStringConvertible {
    var description = "The urls file has changed since then, so lede left it as it is"
}

extension EditOverwritten {
    /// The file no longer has an entry of this name.
    init(missing name: String) {
        description = "“\(name)” is no longer in the urls file, so lede left the file as it is"
    }
}
