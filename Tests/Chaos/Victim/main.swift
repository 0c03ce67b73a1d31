import Dispatch
import FeedParser
import Foundation
import Glibc
import Library

// A process to be killed at random. It stores, indexes, marks and undoes in the library named by its argument, and
// reports each step as soon as it is written: “store N” once document N is stored, “read ID” and “unread ID” once an
// item has that mark, and “began” before an item changes, because nobody can know the state of the last one.
//
// With “index” as second argument it only indexes what is there, and ends.

if CommandLine.arguments.dropFirst(2).first == "index" { exit(index() ? 0 : 1) }

let library = try Library(path: CommandLine.arguments[1])
let feeds = try library.feeds()

func say(_ words: String) {
    let line = Array((words + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

DispatchQueue(label: "storing").async {
    for number in 1... {
        for feed in feeds {
            let items = (0..<20).map { place in
                ParsedItem(
                    id: "\(number)/\(place)", title: "Item \(number)/\(place)",
                    link: "https://example.org/\(number)/\(place)", published: Date(),
                    content:
                        "<p>Text \(number) of \(place), which is as long as the beginning of an article that people read."
                )
            }
            do {
                _ = try library.store(
                    ParsedFeed(format: .rss20, title: "Feed", items: items), etag: "\(number)", lastModified: nil,
                    for: feed.id, at: Date())
            } catch {
                say("failed \(error)")
                exit(1)
            }
        }
        say("store \(number)")
    }
}

library.keepSearchIndexed()

for turn in 1... {
    let items = try library.items(unreadOnly: true, limit: 50)
    guard let item = items.randomElement() else { continue }
    say("began \(item.id.rawValue)")
    library.mark(.item(item.id), .read)
    library.drain()
    say("read \(item.id.rawValue)")
    guard turn.isMultiple(of: 3) else { continue }
    say("began \(item.id.rawValue)")
    library.undo { _ in }
    library.drain()
    say("unread \(item.id.rawValue)")
}

/// Whether everything is indexed within a few seconds. On a full disk it never is.
func index() -> Bool {
    // As lede does: a limit for the size of files is an error, and no reason to end.
    signal(SIGXFSZ, SIG_IGN)
    guard let library = try? Library(path: CommandLine.arguments[1]) else { return false }
    library.keepSearchIndexed()
    defer { library.settle() }
    for _ in 0..<1000 {
        guard let unindexed = try? library.unindexedItems(), unindexed > 0 else { break }
        usleep(5000)
    }
    return (try? library.unindexedItems()) == 0
}
