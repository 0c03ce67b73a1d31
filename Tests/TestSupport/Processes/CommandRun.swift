import Foundation

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
