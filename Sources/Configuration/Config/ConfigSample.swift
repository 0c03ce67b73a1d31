/// The config file to begin with: every setting in a comment, as it is without one.
package enum ConfigSample {
    package static var text: String {
        var lines = [
            "# lede's settings, one per line. See “man lede-config”; “lede config check” finds mistakes.",
            "# To change a setting, remove the # before it."
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
