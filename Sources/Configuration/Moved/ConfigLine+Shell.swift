extension ConfigLine {
    /// Returns the line with a shell script, if it sets a browser or an article program that only a shell can run; nil
    /// if it needs none.
    ///
    /// newsboat passes all commands to the shell. lede runs programs directly and gives a script its data in
    /// environment variables, because a URL in the script's text could contain any command.
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
    /// Returns newsboat's command line as a script; nil if it means the same without a shell, or starts a shell itself.
    fileprivate var asScript: String? {
        let isAssigned = prefix { $0 != " " }.contains("=")
        guard isAssigned || contains(where: { "|&;<>()$".contains($0) }) else { return nil }
        return contains("sh -c") || contains("eval") ? nil : self
    }

    /// Returns a script that reads its data from the environment; nil also if an inner shell would interpret the URL.
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
