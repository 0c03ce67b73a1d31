/// newsboat's options that lede lacks, and what it does instead.
enum NewsboatOption {
    /// Returns the message for a user of this option; nil if newsboat doesn't have it.
    static func words(about name: String) -> String? {
        let words = reason(for: name) ?? services.first { name.hasPrefix("\($0)-") }.map { reason(for: name, of: $0) }
        return words.map { "newsboat's \(name): \($0)" }
    }

    /// The reason why lede lacks the option, and what it does instead.
    static func reason(for name: String) -> String? { reasons[name] }

    static let services = [
        "feedhq", "freshrss", "inoreader", "oldreader", "newsblur", "feedbin", "ttrss", "ocnews", "miniflux"
    ]

    /// What lede does instead of a service's setting.
    private static func reason(for name: String, of service: String) -> String {
        if unknownServices.contains(service) { return wordsOnUnknownServices }
        return serviceSettings.first { name.hasSuffix($0.ending) }?.words ?? wordsOnServices
    }

    static let wordsOnServices = "lede has feed servers in the urls file: add yours with “lede sync login”"

    static let wordsOnUnknownServices = "lede doesn't speak the protocol of this service"

    static let unknownServices = ["newsblur", "feedbin"]

    private static let serviceSettings = [
        (
            ending: "-min-items",
            words: "lede gets all unread and starred items, and read ones as “history” in the urls file says"
        ),
        (ending: "-show-special-feeds", words: "lede lists starred items of all feeds above the feeds"),
        (ending: "-flag-star", words: "starring an item in lede stars it on the server"),
        (ending: "-flag-save", words: "starring an item in lede stars it on the server"),
        (ending: "-flag-share", words: "lede can't share items on the server"),
        (ending: "-flag-publish", words: "lede can't publish items on the server"),
        (ending: "-mode", words: "lede always logs in with a user name and a password")
    ]

    private static let reasons: [String: String] = {
        var reasons = ["urls-source": wordsOnServices]
        for line in String(decoding: PackageResources.NewsboatOptions_txt, as: UTF8.self).split(separator: "\n") {
            guard let names = line.firstRange(of: ": ") else { continue }
            for name in line[..<names.lowerBound].split(separator: " ") {
                reasons[String(name)] = String(line[names.upperBound...])
            }
        }
        return reasons
    }()
}
