import Dispatch
import Signals
import Testing

@Suite struct CommandTests {
    private let answers = Subject<String, Trouble>()

    private func command(
        enabledIf isAllowed: Property<Bool> = Property(constant: true), allowsConcurrency: Bool = false
    ) -> Command<Int, String, Trouble> {
        Command(enabledIf: isAllowed, allowsConcurrency: allowsConcurrency) { [answers] input in
            answers.signal.map { "\(input)\($0)" }
        }
    }

    @Test func `results of an execution reach its caller and the command's subscribers`() {
        let command = command()
        let values = Recorder(command.values)
        let results = Recorder(command.execute(1))
        answers.send("a")
        answers.send(.completed)
        #expect(results.events == [.next("1a"), .completed])
        #expect(values.events == [.next("1a")])
    }

    @Test func `a command begins its work at once, and later subscribers get all of it`() {
        let result = command().execute(1)
        answers.send("a")
        answers.send("b")
        #expect(Recorder(result).values == ["1a", "1b"])
    }

    @Test func `a command is executing until its work ends`() {
        let command = command()
        let isExecuting = Recorder(command.isExecuting.signal)
        command.execute(1)
        #expect(command.isExecuting.value)
        answers.send(.completed)
        #expect(!command.isExecuting.value)
        #expect(isExecuting.values == [false, true, false])
    }

    @Test func `a command isn't enabled while it is executing or its property is false`() {
        let isAllowed = MutableProperty(false)
        let command = command(enabledIf: Property(isAllowed))
        let isEnabled = Recorder(command.isEnabled.signal)
        isAllowed.value = true
        command.execute(1)
        #expect(!command.isEnabled.value)
        answers.send(.completed)
        #expect(command.isEnabled.value)
        #expect(isEnabled.values == [false, true, false, true])
    }

    @Test func `executing a command whose property is false fails with a reason, and does nothing`() {
        let command = command(enabledIf: Property(constant: false))
        let values = Recorder(command.values)
        #expect(Recorder(command.execute(1)).events == [.failed(.disabled)])
        answers.send("a")
        #expect(values.events.isEmpty)
    }

    @Test func `executing a command that is still executing fails with a reason`() {
        let command = command()
        command.execute(1)
        #expect(Recorder(command.execute(2)).events == [.failed(.executing)])
    }

    @Test func `a failed execution is reported to both, and the command can be executed again`() {
        let command = command()
        let errors = Recorder(command.errors)
        let results = Recorder(command.execute(1))
        answers.send(.failed(.line))
        #expect(results.events == [.failed(.failed(.line))])
        #expect(errors.values == [.line])
        #expect(!command.isExecuting.value)
    }

    @Test func `a subscriber may execute the command again when it gets the end`() {
        let command = Command<Int, Int, Never> { .just($0) }
        let isDone = Counter()
        command.execute(1).subscribe { event in
            guard event.isEnd else { return }
            command.execute(2).onNext { _ in isDone.increment() }
        }
        #expect(isDone.count == 1)
    }

    @Test func `executions of a command overlap if concurrency is allowed`() {
        let command = command(allowsConcurrency: true)
        let values = Recorder(command.values)
        let isExecuting = Recorder(command.isExecuting.signal)
        command.execute(1)
        command.execute(2)
        answers.send("a")
        answers.send(.completed)
        #expect(values.values.sorted() == ["1a", "2a"])
        #expect(isExecuting.values == [false, true, false])
    }

    @Test func `only one of many threads that execute a command at once succeeds`() {
        let command = command()
        let refused = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            command.execute(number).subscribe { event in
                if event == .failed(.executing) { refused.increment() }
            }
        }
        #expect(refused.count == 7)
    }

    @Test func `work outlives its command, then the command's signals complete`() {
        var command: Command<Int, String, Trouble>? = command()
        let values = command.map { Recorder($0.values) }
        command?.execute(1)
        command = nil
        answers.send("a")
        answers.send(.completed)
        #expect(values?.events == [.next("1a"), .completed])
    }
}
