extension ConfigLine {
    /// The same, where it names a browser that only a shell can start: by a script for the shell. Nil where it needs none.
    ///
    /// newsboat gives all commands to the shell. lede starts programs by themselves, and gives a script what is shown in its
    /// environment, since an address in its text could hold any command.
    var withShell: String? {
        var said: [String] = []
        var isChanged = false
        for (index, word) in words.enumerated() {
            let isBrowser =
                index > 0 && words[index - 1].text == "browser" && (index == 1 || words[index - 2].text == "set")
            if isBrowser, let script = word.text.asScript {
                said += ["sh -c", ConfigWord.quoted(script)]
                isChanged = true
            } else {
                let isPlain = !word.isQuoted && !word.text.contains("`")
                said.append(isPlain ? word.text : ConfigWord.quoted(word.text))
            }
        }
        return isChanged ? said.joined(separator: " ") : nil
    }
}

extension String {
    /// A command line of newsboat's as a script that finds what is shown in the environment; nil where it means the same
    /// without a shell, and where another shell within it would read the address.
    fileprivate var asScript: String? {
        let isAssigned = prefix { $0 != " " }.contains("=")
        guard isAssigned || contains(where: { "|&;<>()$".contains($0) }) else { return nil }
        guard !contains("sh -c"), !contains("eval") else { return nil }
        var script = self
        for (letter, name) in [("u", "URL"), ("t", "TITLE"), ("T", "FEED_TITLE"), ("F", "FEED_URL")] {
            for mark in ["'", "\"", ""] {
                script = script.replacing("\(mark)%\(letter)\(mark)", with: "\"$LEDE_\(name)\"")
            }
        }
        return contains("%u") ? script : script + " \"$LEDE_URL\""
    }
}
