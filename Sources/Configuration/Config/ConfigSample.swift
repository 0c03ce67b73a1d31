/// A sample config file with every setting and its default in a comment.
package enum ConfigSample {
    package static var text: String {
        var lines = [
            "# What lede does, one thing a line: “man lede-config” says more, “lede config check” looks for mistakes.",
            "# Take the # away from a line to change what it says."
        ]
        for section in Setting.Section.allCases {
            lines += ["", "# \(section.rawValue)"]
            for setting in Setting.all where setting.section == section {
                let value = setting.initial.isEmpty ? "\"\"" : ConfigWord.quoted(setting.initial)
                lines += ["", "# " + setting.help, "#\(setting.name) \(value)"]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
