import CLinux
import Dispatch
import Glibc
import System

/// Events from the terminal and the system, one at a time on the main queue.
package final class TerminalEvents {
    package enum Event: Equatable, Sendable {
        /// Keys can be read.
        case input
        case resized
        case suspend
        case resumed
        /// The machine has slept and is awake again.
        case awake
        case interrupted
        /// The program is asked to end with this exit code.
        case ended(Int32)
    }

    private let receive: (Event) -> Void
    private var isListening = true
    private var signals: [any DispatchSourceSignal] = []
    private lazy var wakeWatch = WakeWatch { [weak self] in self?.receive(.awake) }

    package init(receive: @escaping (Event) -> Void) {
        self.receive = receive
        follow(SIGWINCH, .resized)
        follow(SIGTSTP, .suspend)
        follow(SIGCONT, .resumed)
        follow(SIGINT, .interrupted)
        // The shell's code for a program ended by a signal: 128 plus its number.
        for signal in [SIGTERM, SIGHUP, SIGQUIT] { follow(signal, .ended(128 + signal)) }
        _ = wakeWatch
    }

    /// Serves the main queue and the terminal for the rest of the process.
    package func run(sendingTo terminal: Terminal) -> Never {
        MainLoop.run(reading: STDIN_FILENO, while: { isListening }, writing: terminal.output) { events in
            // No input is no reason to end: a browser may have read it first.
            let isGone = events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0
            receive(isGone ? .ended(128 + SIGHUP) : .input)
        }
    }

    /// Leaves the keys to another program until `resumeInput`.
    package func pauseInput() { isListening = false }

    package func resumeInput() { isListening = true }

    /// Whether a shell could continue the job. A terminal that runs only lede has none.
    package static var canStopJob: Bool { getpgrp() != getsid(0) }

    /// Holds news of a changed size and of a continued job until somebody listens. Call it before another thread starts:
    /// a thread that doesn't block these signals would swallow them. The others end or stop the process, if not held.
    package static func holdNews() {
        hold(SIGWINCH)
        hold(SIGCONT)
    }

    private static func hold(_ signal: Int32) {
        var held = sigset_t()
        sigemptyset(&held)
        sigaddset(&held, signal)
        pthread_sigmask(SIG_BLOCK, &held, nil)
    }

    private func follow(_ signal: Int32, _ event: Event) {
        // Blocked, not ignored: the source starts to listen a little later, and then gets earlier signals.
        Self.hold(signal)
        let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
        source.setEventHandler { [weak self] in
            MainQueue.assume { self?.receive(event) }
        }
        source.resume()
        signals.append(source)
    }
}

/// Serves the main queue and the terminal from the first thread, so that a key waits for no other thread to wake up.
private enum MainLoop {
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

/// Reports that the machine has slept and is awake again, with its network. The kernel tells it, without polling.
final class WakeWatch {
    /// Below this, the two clocks may differ without a sleep.
    private static let shortestSleep = Duration.seconds(1)
    /// How often to check the network after a sleep, each time after twice the pause: a minute and a half in all.
    private static let looks = 5
    private static let firstPause = Duration.seconds(3)

    private let firstPause: Duration
    private let timeSlept: () -> Duration
    private let hasNetwork: () -> Bool
    private let awake: () -> Void
    private var timer: (any DispatchSourceRead)?
    private var slept: Duration
    /// The number of the latest sleep, which ends the wait after an earlier one.
    private var sleeps = 0

    /// `timeSlept` returns the total time asleep since the machine started, `hasNetwork` whether there is a network.
    init(
        firstPause: Duration = WakeWatch.firstPause, timeSlept: @escaping () -> Duration = { WakeWatch.timeSlept },
        hasNetwork: @escaping () -> Bool = { WakeWatch.hasNetwork }, awake: @escaping () -> Void
    ) {
        self.firstPause = firstPause
        self.timeSlept = timeSlept
        self.hasNetwork = hasNetwork
        self.awake = awake
        slept = timeSlept()
        // The wall clock jumps after a sleep, and the kernel then reports timers that depend on it.
        let descriptor = timerfd_create(CLOCK_REALTIME, lede_timer_flags())
        guard descriptor >= 0 else { return }
        var never = itimerspec()
        never.it_value.tv_sec = .max
        guard timerfd_settime(descriptor, lede_timer_set_flags(), &never, nil) == 0 else {
            close(descriptor)
            return
        }
        let timer = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        timer.setEventHandler { [weak self] in
            var ticks: UInt64 = 0
            _ = read(descriptor, &ticks, MemoryLayout.size(ofValue: ticks))
            MainQueue.assume { self?.handleJump() }
        }
        timer.setCancelHandler { close(descriptor) }
        timer.resume()
        self.timer = timer
    }

    isolated deinit { timer?.cancel() }

    /// Checks for a sleep after the wall clock has jumped. Somebody may also have set it.
    func handleJump() {
        let before = slept
        slept = timeSlept()
        guard slept - before >= Self.shortestSleep else { return }
        sleeps += 1
        awaitNetwork(looks: Self.looks, pause: firstPause, after: sleeps)
    }

    /// Reports the waking once there is a network, or after a while without one, since some feeds need none.
    private func awaitNetwork(looks: Int, pause: Duration, after sleep: Int) {
        MainQueue.async(after: .milliseconds(Int(pause / .milliseconds(1)))) { [weak self] in
            guard let self, self.sleeps == sleep else { return }
            if looks == 1 || self.hasNetwork() { return self.awake() }
            self.awaitNetwork(looks: looks - 1, pause: pause * 2, after: sleep)
        }
    }

    /// The time that the machine has slept since it was started.
    static var timeSlept: Duration { time(CLOCK_BOOTTIME) - time(CLOCK_MONOTONIC) }

    private static func time(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Whether a network interface other than loopback is up and has an address.
    static var hasNetwork: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return true }
        defer { freeifaddrs(first) }
        let wanted = UInt32(IFF_UP | IFF_RUNNING)
        for interface in sequence(first: first, next: { $0?.pointee.ifa_next }).prefix(while: { $0 != nil }) {
            guard let interface = interface?.pointee, let family = interface.ifa_addr?.pointee.sa_family else {
                continue
            }
            let isUp =
                interface.ifa_flags & wanted == wanted && interface.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            if isUp, [AF_INET, AF_INET6].contains(Int32(family)) { return true }
        }
        return false
    }
}

/// Restores the terminal if a signal ends the program at once: our own bug, a crash in a library, or a kill. Otherwise
/// the shell would stay on the other screen without echo.
enum CrashRescue {
    /// All catchable signals that end a program, except those that `TerminalEvents` handles.
    private static let signals = [
        SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM,
        SIGVTALRM,
        SIGPROF, SIGPWR
    ]

    /// Installs the handlers. The first thread must call it, once.
    static func begin() {
        lede_rescue_use_own_stack()
        for signal in signals { lede_rescue_follow(signal) }
    }

    /// Sets the bytes and modes that the terminal gets at a crash.
    static func arm(_ bytes: [UInt8], to terminal: Int32, modes: termios) {
        var modes = modes
        lede_rescue_arm(terminal, &modes, bytes, bytes.count)
    }

    /// Leaves the terminal alone at a crash.
    static func disarm() { lede_rescue_disarm() }
}
