/// The authors of something, and the person being read.
struct Authors {
    private var own: [String] = []
    private var borrowed: [String] = []
    /// The URLs of persons who give no more than that.
    private(set) var urls: [String] = []
    private var person = Person()

    /// The parts of a person's element. The best name counts.
    struct Person {
        var name: String?
        var email: String?
        var address: String?
    }

    /// The names in order, each once: those from the format's own elements and Dublin Core, otherwise those from other
    /// vocabularies.
    var names: [String] { (own.isEmpty ? borrowed : own).unique }

    var isEmpty: Bool { own.isEmpty && borrowed.isEmpty }

    mutating func add(_ name: String?, as rank: Rank = .own) {
        guard let name = name?.prefix(bytes: Limits.name), !name.isEmpty, own.count + borrowed.count < Limits.authors
        else { return }
        if rank < .fallback { own.append(name) } else { borrowed.append(name) }
    }

    mutating func beginPerson() { person = Person() }

    mutating func updatePerson(_ update: (inout Person) -> Void) { update(&person) }

    /// Adds the person read. Some feeds have the name as text instead of elements.
    mutating func endPerson(_ words: String) {
        if let name = person.name ?? words.unlessBlank ?? person.email {
            add(name)
        } else if let url = person.address?.prefix(bytes: Limits.name), urls.count < Limits.authors {
            urls.append(url)
        }
    }
}

extension [ParsedItem] {
    /// Copies a feed's authors to its items without any, unless that would exceed every real document.
    mutating func inherit(_ authors: [String]) {
        let heirs = indices.filter { self[$0].authors.isEmpty }
        guard heirs.count * authors.reduce(0, { $0 + $1.utf8.count }) <= Limits.inheritedAuthors else { return }
        for index in heirs { self[index].authors = authors }
    }
}
