import Configuration
import Library
import System

/// podboat's queue: a line for each episode, with its URL, the path of its file, and what became of it.
struct PodboatQueue {
    private(set) var episodes: [ForeignEpisode] = []
    /// The number of files that lede can't keep, since they aren't in its folder of episodes.
    private(set) var filesElsewhere = 0

    /// Lines without a path have their files in `theirFolder`.
    init(_ bytes: [UInt8], theirFolder: String, _ folder: EpisodeFolder) {
        let ourFolder = PrivateFiles.resolvingLinks(folder.path)
        var urls: Set<String> = []
        for line in ImportedConfig.lines(of: bytes).lazy.compactMap({ PodboatLine($0, in: theirFolder) })
        where urls.insert(line.url).inserted {
            let name = line.path.split(separator: "/").last.map(String.init) ?? ""
            let isOurs = PrivateFiles.resolvingLinks(PrivateFiles.parent(of: line.path)) == ourFolder
            let file = isOurs && folder.path(of: name) != nil ? name : nil
            if file == nil, PrivateFiles.exists(line.path), !PrivateFiles.isFolder(line.path) { filesElsewhere += 1 }
            episodes.append(
                ForeignEpisode(
                    url: line.url, isHeard: line.isHeard, file: file, bytes: file.map(folder.bytes) ?? 0))
        }
    }
}

private struct PodboatLine {
    let url: String
    /// Empty if nobody can tell where it ends.
    let path: String
    let isHeard: Bool

    /// Nil for a comment.
    init?(_ text: String, in folder: String) {
        // It is quoted as in newsboat's config, but a backquote belongs to a name.
        let line = try? ConfigLine(typed: text.replacing("`", with: "\\`"))
        let words = line?.words.map(\.text) ?? text.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard let url = words.first, !url.hasPrefix("#") else { return nil }
        self.url = url
        isHeard = words.dropFirst(2).last == "finished"
        let name = url.split(separator: "/").last ?? ""
        path = line == nil ? "" : words.count > 1 ? words[1] : "\(folder)/\(name)"
    }
}
