import Configuration
import Terminal

extension Config {
    /// With the theme `auto`, what the terminal's background asks for: dark or light, if it is known and there are the
    /// colours for it, and else what lede begins with, which suits both.
    func suited(to background: TerminalBackground?, colors: Int) -> Config {
        guard asksForBackground, colors >= 256, let background else { return self }
        return beginning(withTheme: background == .dark ? "dark" : "light")
    }

    var asksForBackground: Bool { text(.theme) == "auto" }
}
