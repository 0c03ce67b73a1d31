import Dispatch
import Signals
import Testing

@Suite struct CommandTests {
    private let answers = Subject<String, Trouble>()

    private func command(allowsConcurrency: Bool = false) -> Command<Int, String, Trouble> {
        Command(allowsConcurrency: allowsConcurrency) { [answers] input in answers.signal.map { "\(input)\($0)" } }
    }

    @Test func `what comes of an execution is told to who asked for it and to who watches the command`() {
        let command = command()
        let values = Recorder(command.values)
        let results = Recorder(command.execute(1))
        answers.send("a")
        answers.send(.completed)
        #expect(results.events == [.next("1a"), .completed])
        #expect(values.events == [.next("1a")])
    }

    @Test func `work begins at once, and who comes later hears of all of it`() {
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

    @Test func `to execute a command once more while it executes fails and says why`() {
        let command = command()
        command.execute(1)
        #expect(Recorder(command.execute(2)).events == [.failed(.executing)])
    }

    @Test func `a failure of the work is told to both, and the command can be executed again`() {
        let command = command()
        let errors = Recorder(command.errors)
        let results = Recorder(command.execute(1))
        answers.send(.failed(.line))
        #expect(results.events == [.failed(.failed(.line))])
        #expect(errors.values == [.line])
        #expect(!command.isExecuting.value)
    }

    @Test func `who hears of the end may execute the command again`() {
        let command = Command<Int, Int, Never> { .just($0) }
        let isDone = Counter()
        command.execute(1).subscribe { event in
            guard event.isEnd else { return }
            command.execute(2).onNext { _ in isDone.increment() }
        }
        #expect(isDone.count == 1)
    }

    @Test func `where concurrency is allowed executions overlap`() {
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

    @Test func `of many threads that execute a command at once one begins`() {
        let command = command()
        let refused = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            command.execute(number).subscribe { event in
                if event == .failed(.executing) { refused.increment() }
            }
        }
        #expect(refused.count == 7)
    }

    @Test func `work outlives the command, and then its signals complete`() {
        var command: Command<Int, String, Trouble>? = command()
        let values = command.map { Recorder($0.values) }
        command?.execute(1)
        command = nil
        answers.send("a")
        answers.send(.completed)
        #expect(values?.events == [.next("1a"), .completed])
    }
}
