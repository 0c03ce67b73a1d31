import CLinux
import Glibc

/// Serves the main queue and a descriptor from one thread, the first: a key then waits for no other thread to wake up.
enum MainLoop {
    /// Calls `receive` with what poll() says whenever there is something to read; `isListening` says whether to look.
    static func run(
        reading descriptor: Int32, while isListening: () -> Bool, receive: (_ events: Int32) -> Void
    ) -> Never {
        let queue = lede_main_queue_descriptor()
        var watched = [queue, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            // What is due comes first: to ask a terminal for keys, the kernel may wait for its own threads.
            if poll(&watched, 1, 0) == 0 {
                watched[1].fd = isListening() ? descriptor : -1
                guard poll(&watched, 2, -1) > 0 else { continue }
                if watched[1].revents != 0 { receive(Int32(watched[1].revents)) }
            }
            if watched[0].revents != 0 {
                var count: UInt64 = 0
                read(queue, &count, MemoryLayout.size(ofValue: count))
                lede_serve_main_queue()
            }
        }
    }
}
