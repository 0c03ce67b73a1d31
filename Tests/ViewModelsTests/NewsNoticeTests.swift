import Configuration
import Testing
import ViewModels

@Suite struct NewsNoticeTests {
    private func notice(_ lines: String, new: Int) -> String? {
        NewsNotice(Config(Array(lines.utf8), path: "config"), new: new, inFeeds: 2, unread: 9, of: [])?.text
    }

    @Test func `a notification follows notify-format`() {
        #expect(notice("notify-format \"%d in %D, %n in %f: 100%%\"", new: 3) == "3 in 2, 9 in 0: 100%")
    }

    @Test func `only notify-always makes lede notify about a refresh without new items`() {
        #expect(notice("", new: 0) == nil)
        #expect(notice("notify-always yes", new: 0) != nil)
    }

    @Test func `an empty notify-format turns notifications off`() {
        #expect(notice("notify-format \"\"", new: 3) == nil)
    }
}
