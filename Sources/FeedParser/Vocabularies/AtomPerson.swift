extension Part {
    /// Atom's person, with a name and perhaps a mail address (RFC 4287, section 3.2).
    ///
    /// `update` selects the authors that the person belongs to.
    static func person(_ update: @escaping @Sendable (inout Draft, (inout Authors) -> Void) -> Void) -> Part {
        .group(
            [
                "name": .text { element, draft in
                    update(&draft) { $0.updatePerson { $0.name = $0.name ?? element.line.unlessBlank } }
                },
                "email": .text { element, draft in
                    update(&draft) { $0.updatePerson { $0.email = $0.email ?? element.line.unlessBlank } }
                },
                "uri": .text { element, draft in
                    update(&draft) { $0.updatePerson { $0.address = $0.address ?? element.line.unlessBlank } }
                },
                "url": .text { element, draft in
                    update(&draft) { $0.updatePerson { $0.address = $0.address ?? element.line.unlessBlank } }
                }
            ],
            opening: { _, draft in update(&draft) { $0.beginPerson() } },
            closing: { element, draft in update(&draft) { $0.endPerson(element.line) } })
    }
}
