import ParserPromises

/// What libFuzzer calls with every input that it thinks of; it takes the end of the process for a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzedInput(Array(UnsafeBufferPointer(start: bytes, count: count)))
    if let broken = ParserPromises.broken(by: input).first { fatalError(broken) }
    return 0
}
