import Testing

@testable import Terminal

@MainActor @Suite(.timeLimit(.minutes(5))) struct WakeWatchTests {
    /// A machine that sleeps when it is told to, and the times that it was said to be awake.
    @MainActor private final class Machine {
        var slept = Duration.zero
        /// How often the network was looked for, and the look that finds it.
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

        /// The watch has to be there until then.
        func waitForWaking(by watch: WakeWatch) async {
            await withCheckedContinuation { waiting = $0 }
            withExtendedLifetime(watch) {}
        }
    }

    @Test func `who slept is told when there is a network again`() async {
        let machine = Machine()
        machine.networkAtLook = 3
        let watch = machine.watch()
        machine.slept = .seconds(60)
        watch.noteJump()
        await machine.waitForWaking(by: watch)
        #expect((machine.looks, machine.wakings) == (3, 1))
    }

    @Test func `who slept is told after a while where there is no network`() async {
        let machine = Machine()
        machine.networkAtLook = .max
        let watch = machine.watch()
        machine.slept = .seconds(60)
        watch.noteJump()
        await machine.waitForWaking(by: watch)
        #expect(machine.looks == 4)
    }

    @Test func `of two sleeps one after the other the second is told, and of a clock that was set nothing`() async {
        let machine = Machine()
        let watch = machine.watch()
        watch.noteJump()
        machine.slept = .seconds(60)
        watch.noteJump()
        machine.slept = .seconds(120)
        watch.noteJump()
        watch.noteJump()
        await machine.waitForWaking(by: watch)
        #expect((machine.looks, machine.wakings) == (1, 1))
    }
}
