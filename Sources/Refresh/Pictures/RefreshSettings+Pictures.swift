import Addresses
import HTTP
import Library
import Pictures

extension RefreshSettings {
    /// Why a feed's items may not make lede fetch this picture; nil if they may.
    func objection(to url: WebURL, from feedURL: String, for purpose: PagePurpose) -> String? {
        guard url.isOnTheWeb, let host = url.host else { return "its URL isn't on the web" }
        if url.isInside, !feedURL.isOfFeedInside { return "it is in your own network" }
        if !purpose.isAsked, !pictureHosts.allows(host) { return "“pictures-hosts” doesn't allow its host" }
        return nil
    }

    /// The request for a picture. Ahead, what lede wouldn't keep isn't transferred.
    func request(for job: PictureJob) -> Request {
        var options = options(forLinkOf: job.feedURL, to: job.url)
        options.accepted = "image/jpeg, image/png, image/webp, image/gif, image/avif;q=0.8, image/*;q=0.5, */*;q=0.2"
        if !job.runs.contains(where: \.purpose.isAsked) { options.hosts = pictureHosts }
        var limits = options.limits ?? HTTP.Limits()
        limits.size = job.isAhead ? min(largestKeptPicture, PictureLimits.bytes) : PictureLimits.bytes
        options.limits = limits
        return Request(job.url, options: options)
    }
}

extension FetchFailure {
    var wordsForPicture: String {
        switch self {
        case .ledInside: "it leads into your own network"
        case .tooMuchAtOnce: "too many large pictures at once, and this was the largest"
        case .tooLarge(PictureLimits.bytes): PictureFailure.tooLong.words
        case .tooLarge: "“cache-pictures small” doesn't keep it: it is too large"
        default: description
        }
    }

    /// Whether another try would hardly bring the picture.
    var saysNoPicture: Bool {
        switch self {
        case .refused(status: 404, _, _), .refused(status: 410, _, _), .tooLarge, .badAddress, .noDocument: true
        default: false
        }
    }

    /// Whether it depends on the settings rather than on the picture.
    var isOfSettings: Bool {
        switch self {
        case .forbiddenHost: true
        case .tooLarge(let limit): limit < PictureLimits.bytes
        default: false
        }
    }
}
