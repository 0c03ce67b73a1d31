import Glibc
import Pictures
import Promises

/// libFuzzer calls this with every input that it generates, and reports a crash as a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let broken = promises(Array(UnsafeBufferPointer(start: bytes, count: count))).first { fatalError(broken) }
    return 0
}

/// The promises to check, as named by “make fuzz”.
private let promises: @Sendable ([UInt8]) -> [String] =
    switch getenv("LEDE_FUZZ").map({ String(cString: $0) }) {
    case "addresses": AddressPromises.broken
    case "urls": UrlsPromises.broken
    case "opml": OPMLPromises.broken
    case "config": ConfigPromises.broken
    case "extraction": ExtractionPromises.broken
    case "html": HTMLPromises.broken
    case "folder": { [folder = made(FolderPromises.init)] in folder.broken(by: $0) + SharedFeedPromises.broken(by: $0) }
    case "newsboat-cache": { [cache = made(CachePromises.init)] in cache.broken(by: $0) }
    case "dates": DatePromises.broken
    case "json": JSONPromises.broken
    case "transcripts": TranscriptPromises.broken
    case "charsets": CharsetPromises.broken
    case "selectors": SelectorPromises.broken
    case "headers": HeaderPromises.broken
    case "queries": { [library = made(QueryPromises.init)] in library.broken(by: $0) }
    case "answers": { [servers = AnswerPromises()] in servers.broken(by: $0) }
    case "input": { bytes in MainActor.assumeIsolated { InputPromises.broken(by: bytes) } }
    case "jpeg": PicturePromises(.jpeg).broken
    case "png": PicturePromises(.png).broken
    case "webp": PicturePromises(.webp).broken
    case "gif": PicturePromises(.gif).broken
    case "avif": PicturePromises(.avif).broken
    default: { ParserPromises.broken(by: FuzzedInput($0)) }
    }

/// Promises that need a folder to work in.
private func made<Promises>(_ make: () throws -> Promises) -> Promises {
    do { return try make() } catch { fatalError("there is no folder to work in: \(error)") }
}
