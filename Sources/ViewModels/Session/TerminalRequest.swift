package import Library

/// What models ask of the terminal.
package enum TerminalRequest: Equatable, Sendable {
    /// Opens a link, which marks `reading` read.
    case browse(String, reading: ItemID? = nil)
    /// Opens links one after the other, which marks `reading` read.
    case browseEach([String], reading: [ItemID] = [])
    /// Opens links in a browser with its own window, without waiting for it.
    case browseBehind([String])
    /// A line of the command line.
    case command(String)
    /// Opens a file in the user's editor, or in another one.
    case edit(String, with: EditorCall? = nil)
    case copy(String)
    /// Passes the article to a program.
    case pipe(String)
    /// Passes a bookmark to the user's program.
    case keep(Bookmark)
    /// Passes a bookmark of each selected item to the user's program.
    case keepEach
    /// Shares the item with one of the user's programs.
    case share([String])
    /// Drops the remaining steps of a key whose question was cancelled, because they depend on the answer.
    case leaveSteps
    case suspend
    case redraw
    case quit
}

/// How the config file sets the editor for the urls file.
package struct EditorCall: Equatable, Sendable {
    /// The program and its arguments. `%f` stands for the file, and `%L` for the line.
    package let words: String
    package let line: Int
}
