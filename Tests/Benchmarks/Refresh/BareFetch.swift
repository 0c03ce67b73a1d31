import CCurl
import Foundation
import Glibc

/// A loop over curl's multi interface that fetches some URLs and drops the answers: the limit for a refresh.
struct BareFetch {
    let seconds: Double
    let processorSeconds: Double

    /// Runs it in a separate process, with this many transfers at once. With `conditionally`, the feeds of a
    /// `FeedServer` only answer “not modified”.
    init(_ urls: [String], atOnce: Int, conditionally: Bool) throws {
        let list = NSTemporaryDirectory() + "/lede-bare-\(getpid())"
        defer { unlink(list) }
        try Data(urls.joined(separator: "\n").utf8).write(to: URL(filePath: list))
        let lines = try Probe.lines(of: "fetch", [list, "\(atOnce)", conditionally ? "conditionally" : "all"])
        let figures = (lines.last ?? "").split(separator: " ").compactMap { Double($0) }
        precondition(figures.count == 3 && Int(figures[2]) == urls.count, "the bare loop did not get everything")
        (seconds, processorSeconds) = (figures[0], figures[1])
    }

    /// Runs in the separate process. It prints the seconds, the processor seconds, and the number of successful
    /// transfers.
    static func run(_ arguments: [String]) throws {
        let urls = try String(contentsOfFile: arguments[0], encoding: .utf8).split(separator: "\n").map(String.init)
        var loop = Loop(urls, isConditional: arguments[2] == "conditionally")
        let began = ContinuousClock.now
        let cost = Cost { loop.run(atOnce: Int(arguments[1]) ?? 1) }
        print((ContinuousClock.now - began) / .seconds(1), cost.processor / 1000, loop.done)
    }

    private struct Loop {
        private(set) var done = 0
        private var curl = Curl()
        private let urls: [String]
        private let isConditional: Bool
        private var next = 0
        private var lists: [UnsafeMutableRawPointer: UnsafeMutablePointer<curl_slist>] = [:]

        init(_ urls: [String], isConditional: Bool) {
            self.urls = urls
            self.isConditional = isConditional
            precondition(lede_curl_load(&curl) == nil, "there is no curl")
            _ = curl.global_init(Int(CURL_GLOBAL_DEFAULT))
        }

        mutating func run(atOnce: Int) {
            guard let multi = curl.multi_init() else { return }
            var (running, left): (Int32, Int32) = (0, 0)
            while next < min(atOnce, urls.count) { start(in: multi) }
            repeat {
                _ = curl.multi_perform(multi, &running)
                while let message = curl.multi_info_read(multi, &left) {
                    guard let handle = message.pointee.easy_handle else { continue }
                    if lede_curl_message_result(message) == CURLE_OK { done += 1 }
                    _ = curl.multi_remove_handle(multi, handle)
                    curl.slist_free_all(lists.removeValue(forKey: handle))
                    curl.easy_cleanup(handle)
                    if next < urls.count { start(in: multi) }
                }
                if !lists.isEmpty { _ = curl.multi_poll(multi, nil, 0, 1000, nil) }
            } while !lists.isEmpty
            _ = curl.multi_cleanup(multi)
        }

        private mutating func start(in multi: UnsafeMutableRawPointer) {
            guard let handle = curl.easy_init() else { return }
            lede_curl_set_string(curl, handle, CURLOPT_URL, urls[next])
            lede_curl_set_string(curl, handle, CURLOPT_ACCEPT_ENCODING, "")
            lede_curl_set_long(curl, handle, CURLOPT_NOSIGNAL, 1)
            lede_curl_set_data_callback(curl, handle, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
            let number = urls[next].split(separator: "/").last ?? ""
            let list = curl.slist_append(nil, isConditional ? "If-None-Match: \"\(number)\"" : "Accept: */*")
            lede_curl_set_list(curl, handle, CURLOPT_HTTPHEADER, list)
            lists[handle] = list
            _ = curl.multi_add_handle(multi, handle)
            next += 1
        }
    }
}
