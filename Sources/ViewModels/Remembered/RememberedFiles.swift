import Configuration
import Dispatch
import Files

/// Saves what the next start needs, each kind in its own file, in the background.
///
/// If something can't be saved, the user isn't bothered.
@MainActor final class RememberedFiles {
    // A separate queue, since the disk may be slow. Only the end of lede waits for it.
    private let queue = DispatchQueue(label: "lede.remembered-files", qos: .utility)
    private let folder: String
    /// The last saved text of each file in this run.
    private var texts: [String: String] = [:]

    init(in folder: String) { self.folder = folder }

    /// Saves a text if it has changed. Another lede may have written the file since. At the end, this one writes it
    /// again, so that the last one to quit wins.
    func keep(_ text: String, at path: String, inTheEnd isEnd: Bool) {
        guard texts.updateValue(text, forKey: path) != text || isEnd else { return }
        write { [folder] in
            try? PrivateFiles.makeDirectory(folder)
            try? PrivateFiles.write(Array(text.utf8), to: path)
        }
    }

    /// Runs `body` after everything saved earlier is written.
    func write(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    /// Waits until everything is written.
    nonisolated func settle() { queue.sync {} }
}
