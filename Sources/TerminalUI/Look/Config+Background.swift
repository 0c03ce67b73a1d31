import Configuration
import Terminal

extension Config {
    /// With the theme `auto`, what the terminal's background asks for: dark or light, if it is known and there are the
    /// colours for it, and else what lede begins with, which suits both; so it is with these two where there are fewer colours.
    func suited(to background: TerminalBackground?, colors: Int) -> Config {
        if colors < 256 { return ["dark", "light"].contains(text(.theme)) ? beginning(withTheme: "16") : self }
        guard asksForBackground, let background else { return self }
        return beginning(withTheme: background == .dark ? "dark" : "light")
    }

    var asksForBackground: Bool { text(.theme) == "auto" }
}
