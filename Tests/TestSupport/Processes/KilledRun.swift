import Glibc

/// A program that was killed in the middle of its work.
package struct KilledRun: Equatable, Sendable {
    package let exit: Exit
    /// The lines that it wrote before, without the last one if it was cut off.
    package let lines: [String]
    package let errors: String

    /// Runs a program and kills it after some seconds, unless it ends before.
    package init(
        program: String, arguments: [String], environment: [String: String] = [:], after seconds: Double
    ) throws {
        try self.init(program: program, arguments: arguments, environment: environment) { streams in
            let moment = Deadline(in: seconds)
            while streams.areOpen, streams.move(until: moment) {}
        }
    }

    /// Runs a program that writes little, and kills it once `wait` returns.
    package init(
        program: String, arguments: [String], environment: [String: String] = [:], when wait: () throws -> Void
    ) throws {
        try self.init(program: program, arguments: arguments, environment: environment) { _ in try wait() }
    }

    private init(
        program: String, arguments: [String], environment: [String: String], wait: (CommandStreams) throws -> Void
    ) throws {
        let streams = try CommandStreams(input: nil)
        let child = try streams.start(Launch(program: program, arguments: arguments, environment: environment))
        try wait(streams)
        child.signal(SIGKILL)
        let deadline = Deadline()
        while streams.areOpen, streams.move(until: deadline) {}
        guard child.ended.wait(until: deadline), let exit = child.exit else { throw SystemFailure("ending \(program)") }
        self.exit = exit
        lines = String(decoding: streams.output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
        errors = String(decoding: streams.errors, as: UTF8.self)
    }
}
