import AddressPromises
import ConfigurationPromises
import ExtractionPromises
import Glibc
import HTMLPromises
import MovingInPromises
import ParserPromises
import PicturePromises
import Pictures
import SyncFolderPromises

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
    case "folder": { [folder = FolderPromises()] in folder.broken(by: $0) + SharedFeedPromises.broken(by: $0) }
    case "newsboat-cache": { [cache = CachePromises()] in cache.broken(by: $0) }
    case "jpeg": PicturePromises(.jpeg).broken
    case "png": PicturePromises(.png).broken
    case "webp": PicturePromises(.webp).broken
    case "gif": PicturePromises(.gif).broken
    case "avif": PicturePromises(.avif).broken
    default: { ParserPromises.broken(by: FuzzedInput($0)) }
    }
