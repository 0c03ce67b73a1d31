extension ConfigLine {
    /// The same, where it names a browser, or a program for the article, that only a shell can start: by a script for the shell.
    /// Nil where it needs none.
    ///
    /// newsboat gives all commands to the shell. lede starts programs by themselves, and gives a script what is shown in its
    /// environment, since an address in its text could hold any command.
    var withShell: String? {
        var said: [String] = []
        var isChanged = false
        for (index, word) in words.enumerated() {
            let before = index > 0 ? words[index - 1].text : ""
            let isBrowser = before == "browser" && (index == 1 || words[index - 2].text == "set")
            let script = isBrowser ? word.text.asScriptForAddress : before == "pipe-to" ? word.text.asScript : nil
            if let script {
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
    /// A command line of newsboat's as a script; nil where it means the same without a shell, and where it begins another itself.
    fileprivate var asScript: String? {
        let isAssigned = prefix { $0 != " " }.contains("=")
        guard isAssigned || contains(where: { "|&;<>()$".contains($0) }) else { return nil }
        return contains("sh -c") || contains("eval") ? nil : self
    }

    /// A script that finds what is shown in the environment; nil also where another shell within it would read the address.
    fileprivate var asScriptForAddress: String? {
        guard var script = asScript else { return nil }
        for (letter, name) in [("u", "URL"), ("t", "TITLE"), ("T", "FEED_TITLE"), ("F", "FEED_URL")] {
            for mark in ["'", "\"", ""] {
                script = script.replacing("\(mark)%\(letter)\(mark)", with: "\"$LEDE_\(name)\"")
            }
        }
        return contains("%u") ? script : script + " \"$LEDE_URL\""
    }
}
