import Configuration
import MovingIn

/// What must hold for every possible config file.
package enum ConfigPromises {
    /// The broken promises for a file, in words. A crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let config = Config(bytes, path: "config")
        var broken: [String] = []
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        for problem in config.problems {
            if !(1...lines).contains(problem.place.line) || problem.place.column < 1 {
                broken.append("a problem has its place in the file")
            }
            if problem.message.utf8.contains(UInt8(ascii: "\n")) { broken.append("words for people are one line") }
        }
        for setting in Setting.all where !isPossible(config.value(of: setting), for: setting) {
            broken.append("\(setting.name) is \(setting.kind.words)")
        }
        return broken + brokenByWriting(config) + brokenByMoving(bytes)
    }

    /// Taken as newsboat's file, which may include itself under any name, it becomes a valid config file for lede.
    private static func brokenByMoving(_ bytes: [UInt8]) -> [String] {
        let moved = ImportedConfig(newsboat: bytes, path: "/config") { _ in bytes }
        let text = moved.text(without: moved.config.problems)
        let isClean = Config(Array(text.utf8), path: "config").problems.isEmpty
        return isClean ? [] : ["a file that was brought over makes sense"]
    }

    private static func isPossible(_ value: Config.Value, for setting: Setting) -> Bool {
        let text = value.words.first ?? ""
        switch setting.kind {
        case .yesNo: return ["yes", "no"].contains(text)
        case .number(let range): return Int(text).map(range.contains) == true
        case .choice(let choices): return choices.contains(text)
        case .text, .format, .words: return value.words.count <= 1 && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        case .command: return true
        }
    }

    /// Settings written out as “lede config show” does have the same values when they are read again.
    private static func brokenByWriting(_ config: Config) -> [String] {
        let set = Setting.all.filter { config.value(of: $0).place != nil }
        let lines = set.map { setting in
            ([setting.name] + config.value(of: setting).words.map(ConfigWord.quoted)).joined(separator: " ")
        }
        let again = Config(Array(lines.joined(separator: "\n").utf8), path: "config")
        let isSame = set.allSatisfy { again.value(of: $0).words == config.value(of: $0).words }
        return isSame && again.problems.isEmpty ? [] : ["what is set can be written again"]
    }
}
