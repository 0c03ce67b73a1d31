import Configuration
import Terminal

extension Config {
    /// The config with the theme that suits the terminal. For `auto`, the dark or the light theme if the background is
    /// known. The themes dark, light and auto need 256 colours; with fewer, lede uses a theme of 16 colours that suits
    /// both backgrounds.
    func suited(to background: TerminalBackground?, colors: Int) -> Config {
        if colors < 256 { return ["dark", "light"].contains(text(.theme)) ? beginning(withTheme: "16") : self }
        guard asksForBackground, let background else { return self }
        return beginning(withTheme: background == .dark ? "dark" : "light")
    }

    var asksForBackground: Bool { text(.theme) == "auto" }
}
