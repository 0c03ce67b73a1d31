import Configuration
import Dispatch
import Files

/// What is kept for the next start, each kind in a file of its own, written behind the person's back.
///
/// That something can't be kept is no reason to keep them from reading on, or from leaving.
@MainActor final class RememberedFiles {
    // A queue of its own: the disk may be slow, and nobody waits for it but at the end.
    private let queue = DispatchQueue(label: "lede.remembered-files", qos: .utility)
    private let folder: String
    /// What was kept last in this run.
    private var texts: [String: String] = [:]

    init(in folder: String) { self.folder = folder }

    /// Another lede may have written there since, which is no reason to write the same again while this one is open: who
    /// leaves last is gone by in the end.
    func keep(_ text: String, at path: String, inTheEnd isEnd: Bool) {
        guard texts.updateValue(text, forKey: path) != text || isEnd else { return }
        write { [folder] in
            try? PrivateFiles.makeDirectory(folder)
            try? PrivateFiles.write(Array(text.utf8), to: path)
        }
    }

    /// Writes something when what was to be kept before is written.
    func write(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    /// Waits until all is written.
    nonisolated func settle() { queue.sync {} }
}
