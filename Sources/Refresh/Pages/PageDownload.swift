import Addresses
package import Extraction
import HTTP

/// Downloads one web page, for which there need be no item.
package struct PageDownload: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let client = Client(userAgent: "lede")

    package init() {}

    /// Calls `finish` once, on another thread that it must not block.
    package func start(
        _ url: String, _ settings: RefreshSettings,
        finish: @escaping @Sendable (Result<WebPage, Failure>) -> Void
    ) {
        var options = settings.request
        options.limits = options.limits.limitedToPages
        client.fetch(Request(url, options: options)) { [client] result in
            withExtendedLifetime(client) {
                finish(
                    result.map { WebPage($0.body, contentType: $0.contentType, url: WebURL($0.url)) }
                        .mapError { Failure(description: $0.description) })
            }
        }
    }
}

extension HTTP.Limits? {
    /// These limits, or the usual ones, for a document in which lede looks for an article.
    var limitedToPages: HTTP.Limits {
        var limits = self ?? HTTP.Limits()
        limits.size = WebPage.longest
        limits.overall = min(limits.overall, .seconds(30))
        return limits
    }
}
