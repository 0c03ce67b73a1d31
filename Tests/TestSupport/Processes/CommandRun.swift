import Foundation
import Glibc

/// A program or a command that ran to its end without a terminal.
package struct CommandRun: Equatable, Sendable {
    package let exit: Exit
    package let outputBytes: [UInt8]
    package let errorBytes: [UInt8]

    /// The exit status, or nil if a signal ended the program.
    package var status: Int32? {
        if case .status(let status) = exit { status } else { nil }
    }

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    package var errors: String { String(decoding: errorBytes, as: UTF8.self) }

    package init(exit: Exit, outputBytes: [UInt8], errorBytes: [UInt8]) {
        (self.exit, self.outputBytes, self.errorBytes) = (exit, outputBytes, errorBytes)
    }

    /// Runs a program to its end. Meanwhile it feeds the program's input and drains both outputs.
    package init(
        program: String, arguments: [String] = [], environment: [String: String] = [:], input: [UInt8]? = nil,
        within seconds: Double = Deadline.patience
    ) throws {
        let streams = try CommandStreams(input: input)
        let child = try streams.start(Launch(program: program, arguments: arguments, environment: environment))
        let deadline = Deadline(in: seconds)
        while streams.areOpen {
            guard streams.move(until: deadline) else { throw CommandTimeout(program, streams) }
        }
        guard child.ended.wait(until: deadline), let exit = child.exit else { throw CommandTimeout(program, streams) }
        self.exit = exit
        outputBytes = streams.output
        errorBytes = streams.errors
    }
}

/// A program that hadn't ended or closed its outputs in time.
package struct CommandTimeout: Error, CustomStringConvertible {
    package let description: String

    fileprivate init(_ program: String, _ streams: CommandStreams) {
        description = """
            \(program) did not end in time
            standard output: \(String(decoding: streams.output, as: UTF8.self))
            standard error: \(String(decoding: streams.errors, as: UTF8.self))
            """
    }
}

/// The pipes to and from a running command. All are served at once, so that neither side waits for the other.
final class CommandStreams {
    private(set) var output: [UInt8] = []
    private(set) var errors: [UInt8] = []
    private var inputLeft: ArraySlice<UInt8>
    // This process's ends, nil once they are closed.
    private var inputPipe: Descriptor?
    private var outputPipe: Descriptor?
    private var errorPipe: Descriptor?
    // The program's ends, which this process closes as soon as the program has them.
    private var programEnds: (input: Descriptor?, output: Descriptor, errors: Descriptor)?

    init(input: [UInt8]?) throws(SystemFailure) {
        let inputEnds = input == nil ? nil : try Descriptor.pipe()
        let outputEnds = try Descriptor.pipe()
        let errorEnds = try Descriptor.pipe()
        inputLeft = input?[...] ?? []
        inputPipe = inputEnds?.writing
        outputPipe = outputEnds.reading
        errorPipe = errorEnds.reading
        programEnds = (inputEnds?.reading, outputEnds.writing, errorEnds.writing)
        for pipe in [inputPipe, outputPipe, errorPipe] { pipe?.stopBlocking() }
        closeFinishedInput()
    }

    func start(_ launch: Launch) throws(SystemFailure) -> ChildProcess {
        guard let ends = programEnds else { preconditionFailure("a command's streams serve one start") }
        defer { programEnds = nil }
        return try launch.start(on: .pipes(input: ends.input, output: ends.output, errors: ends.errors))
    }

    /// Whether the program can still write something.
    var areOpen: Bool { outputPipe != nil || errorPipe != nil }

    /// Moves bytes as soon as it can, and returns whether that was before the deadline.
    func move(until deadline: Deadline) -> Bool {
        let events = Poll.wait(
            for: [
                (inputPipe?.number ?? -1, Poll.writable),
                (outputPipe?.number ?? -1, Poll.readable),
                (errorPipe?.number ?? -1, Poll.readable)
            ], until: deadline)
        if events[0] != 0 { writeInput() }
        if events[1] != 0 { Self.drain(&outputPipe, into: &output) }
        if events[2] != 0 { Self.drain(&errorPipe, into: &errors) }
        return events != [0, 0, 0]
    }

    private func writeInput() {
        if let count = inputPipe?.write(inputLeft) {
            inputLeft = inputLeft.dropFirst(count)
        } else {
            inputLeft = []
        }
        closeFinishedInput()
    }

    private func closeFinishedInput() {
        if inputLeft.isEmpty { inputPipe = nil }
    }

    private static func drain(_ pipe: inout Descriptor?, into bytes: inout [UInt8]) {
        switch pipe?.read() {
        case .bytes(let more): bytes += more
        case .ended: pipe = nil
        case .nothingYet, nil: break
        }
    }
}

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
