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
