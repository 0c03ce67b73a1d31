package import Library

/// What the terminal is asked to do, which no model can.
package enum Request: Equatable, Sendable {
    /// A page, and the item that is read once it was opened.
    case browse(String, reading: ItemID? = nil)
    /// One page after the other, of items that are read once they were opened.
    case browseEach([String], reading: [ItemID] = [])
    /// In a browser that has a window of its own, and that nobody waits for.
    case browseBehind([String])
    /// A line typed behind the colon.
    case command(String)
    /// A file in the person's editor, or in another, of which they want to see what it says then.
    case edit(String, with: EditorCall? = nil)
    case copy(String)
    /// Gives the article to a program.
    case pipe(String)
    /// Gives it to the program for bookmarks.
    case keep(Bookmark)
    /// Gives each of the articles that are selected to it.
    case keepEach
    /// Runs a program of the person's to which they share what is shown.
    case share([String])
    /// Leaves what else the key was to do whose question is taken back: it counts on an answer.
    case leaveSteps
    case suspend
    case redraw
    case quit
}

/// How the config file wants the urls file edited.
package struct EditorCall: Equatable, Sendable {
    /// The program with its arguments, in which `%f` stands for the file and `%L` for the line.
    package let words: String
    package let line: Int
}
