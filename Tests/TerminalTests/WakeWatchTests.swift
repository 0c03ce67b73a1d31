import Testing

@testable import Terminal

@MainActor @Suite(.timeLimit(.minutes(5))) struct WakeWatchTests {
    /// A machine that sleeps on request and counts the reported wakings.
    @MainActor private final class Machine {
        var slept = Duration.zero
        /// How often the network was checked, and the check that finds it.
        var looks = 0
        var networkAtLook = 1
        var wakings = 0
        private var waiting: CheckedContinuation<Void, Never>?

        func watch() -> WakeWatch {
            WakeWatch(
                firstPause: .milliseconds(1), timeSlept: { self.slept },
                hasNetwork: {
                    self.looks += 1
                    return self.looks >= self.networkAtLook
                },
                awake: {
                    self.wakings += 1
                    self.waiting?.resume()
                    self.waiting = nil
                })
        }

        /// Keeps the watch alive until then.
        func waitForWaking(by watch: WakeWatch) async {
            await withCheckedContinuation { waiting = $0 }
            withExtendedLifetime(watch) {}
        }
    }

    @Test func `waking is reported once the network is back`() async {
        let machine = Machine()
        machine.networkAtLook = 3
        let watch = machine.watch()
        machine.slept = .seconds(60)
        watch.handleJump()
        await machine.waitForWaking(by: watch)
        #expect((machine.looks, machine.wakings) == (3, 1))
    }

    @Test func `waking is reported after a while without a network`() async {
        let machine = Machine()
        machine.networkAtLook = .max
        let watch = machine.watch()
        machine.slept = .seconds(60)
        watch.handleJump()
        await machine.waitForWaking(by: watch)
        #expect(machine.looks == 4)
    }

    @Test func `only the later of two sleeps is reported, and no change of the clock`() async {
        let machine = Machine()
        let watch = machine.watch()
        watch.handleJump()
        machine.slept = .seconds(60)
        watch.handleJump()
        machine.slept = .seconds(120)
        watch.handleJump()
        watch.handleJump()
        await machine.waitForWaking(by: watch)
        #expect((machine.looks, machine.wakings) == (1, 1))
    }
}
