/// The arguments for the user's bookmark program, in newsboat's order.
package struct Bookmark: Equatable, Sendable {
    package enum Field: Int, CaseIterable, Sendable {
        case address
        case title
        case description
        case feed

        var next: Field? { Field(rawValue: rawValue + 1) }
    }

    private var texts: [String]

    init(address: String, title: String, feed: String) {
        texts = [address, title, "", feed]
    }

    /// Makes a bookmark of an item.
    package init(_ fields: ShownFields) {
        self.init(
            address: fields.value(for: "u") ?? "", title: fields.value(for: "t") ?? "",
            feed: fields.value(for: "T") ?? "")
    }

    subscript(field: Field) -> String {
        get { texts[field.rawValue] }
        set { texts[field.rawValue] = newValue }
    }

    /// Keeps data from being read as an option: a leading dash gets a space before it.
    package var arguments: [String] {
        var texts = texts
        texts[Field.address.rawValue] = SafeAddress.of(self[.address])
        return texts.map { $0.hasPrefix("-") ? " \($0)" : $0 }
    }
}

extension Bookmark.Field {
    var label: String {
        switch self {
        case .address: "Bookmark URL: "
        case .title: "Bookmark title: "
        case .description: "Bookmark description: "
        case .feed: "Bookmark feed: "
        }
    }
}
