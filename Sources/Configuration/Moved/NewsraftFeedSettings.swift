import Addresses

/// The settings of a single feed in newsraft's file of feeds, after its `<` or that of its section.
package struct NewsraftFeedSettings {
    package private(set) var options: [SetOption] = []
    /// Settings that lede lacks, with the reason.
    package private(set) var leftOut: [String] = []

    /// The most important settings come last.
    package init(_ texts: [String]) {
        for statement in texts.flatMap({ NewsraftLine($0).statements }) {
            switch statement {
            case .setting(let name, let value): apply(name, value)
            case .key: leftOut.append("lede has no keys for a single feed")
            }
        }
    }

    private mutating func apply(_ name: String, _ value: String) {
        guard let (name, value) = Self.option(name, value) else {
            return leftOut.append("lede has no setting like “\(name.oneLine)” for a single feed")
        }
        var options = FeedOptions()
        do throws(FeedOption.Refusal) {
            try FeedOption.named(name)?.set(value, in: &options)
        } catch {
            return leftOut.append(error.description)
        }
        self.options.removeAll { $0.name == name }
        self.options.append(SetOption(name: name, value: value))
    }

    private static func option(_ name: String, _ value: String) -> (name: String, value: String)? {
        switch name {
        case "reload-period": ("interval", value + "m")
        case "item-limit": ("max-items", value)
        case "download-timeout": ("timeout", value + "s")
        case "user-agent": ("user-agent", value)
        case "proxy": ("proxy", value.withScheme(orElse: "http"))
        default: nil
        }
    }
}
