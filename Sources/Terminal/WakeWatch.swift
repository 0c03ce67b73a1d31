import CLinux
import Dispatch
import Glibc
import System

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
