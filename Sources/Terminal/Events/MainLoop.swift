import CLinux
import Glibc

/// Serves the main queue and the terminal from the first thread, so that a key waits for no other thread to wake up.
enum MainLoop {
    /// Calls `receive` with poll()'s events whenever there is input and `isListening` is true. Continues the output
    /// whenever the terminal accepts more.
    ///
    /// No dispatch source watches the terminal: dispatch may crash if it hangs up (swift-corelibs-libdispatch, issue
    /// 949).
    static func run(
        reading descriptor: Int32, while isListening: () -> Bool, writing output: FrameOutput,
        receive: (_ events: Int32) -> Void
    ) -> Never {
        let queue = lede_main_queue_descriptor()
        var watched = [(queue, POLLIN), (descriptor, POLLIN), (-1, POLLOUT)].map { descriptor, events in
            pollfd(fd: descriptor, events: Int16(events), revents: 0)
        }
        while true {
            // Due work comes first: to check a terminal for keys, the kernel may wait for its own threads.
            if poll(&watched, 1, 0) == 0 {
                watched[1].fd = isListening() ? descriptor : -1
                watched[2].fd = output.isBehind ? output.terminal : -1
                guard poll(&watched, 3, -1) > 0 else { continue }
                if watched[1].revents != 0 { receive(Int32(watched[1].revents)) }
                if watched[2].revents != 0 { output.goOn() }
            }
            if watched[0].revents != 0 {
                var count: UInt64 = 0
                read(queue, &count, MemoryLayout.size(ofValue: count))
                lede_serve_main_queue()
            }
        }
    }
}
