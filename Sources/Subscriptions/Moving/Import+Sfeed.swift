import Configuration
import Files
import FoundationEssentials
import MovingIn

extension Import {
    init(sfeed named: String?, _ environment: [String: String], _ paths: Paths) throws {
        let folder = named ?? Self.sfeedFolder(environment)
        guard let script = try Self.text(of: folder + "/sfeedrc") else { throw MovingFailure.nothingThere(folder) }
        let configuration = SfeedConfiguration(String(decoding: script, as: UTF8.self))
        let readFile = environment["SFEED_URL_FILE"] ?? folder + "/urls"
        let addresses = try Self.text(of: readFile).map { bytes in
            Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
        }
        subscriptions = UrlsText(
            own: configuration.feeds.map { OwnFeed($0.url, title: $0.title, group: $0.folder) })
        store = {
            SfeedFiles(
                of: configuration.feeds, in: folder + "/feeds",
                readMarks: addresses.map { .addresses($0) } ?? .olderThan(Date(timeIntervalSinceNow: -86_400))
            ) { path throws(MovingFailure) in
                do throws(FileFailure) {
                    return PrivateFiles.exists(path) ? try PrivateFiles.read(path) : []
                } catch {
                    throw .unreadable(path: path, reason: error.reason)
                }
            }
        }
        noteRefreshing(by: Config.read(paths), unlike: .sfeed, paths)
        leftBehind = configuration.leftBehind.map { "\(folder)/sfeedrc, \($0)" }
    }

    static func sfeedFolder(_ environment: [String: String]) -> String { (environment["HOME"] ?? "") + "/.sfeed" }
}
