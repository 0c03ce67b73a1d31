import Testing

@testable import Commands

@Suite struct `The operands` {
    @Test func `a command takes as many operands as its help shows`() throws {
        try ("FILE" as Operands).check(["a"])
        try ("[FEED…]" as Operands).check([])
        try ("[FEED…]" as Operands).check(["a", "b", "c"])
        #expect(throws: CommandFailure.usage("FILE is missing")) { try ("FILE" as Operands).check([]) }
        #expect(throws: CommandFailure.usage("unexpected argument “b”")) {
            try ("[FILE]" as Operands).check(["a", "b"])
        }
        #expect(throws: CommandFailure.usage("unexpected argument “a”")) { try ("" as Operands).check(["a"]) }
    }

    @Test func `an operand must be one of the words in the help`() throws {
        try ("on|off FILE" as Operands).check(["on", "x"])
        #expect(throws: CommandFailure.usage("“onn” isn't one of on, off", advice: "did you mean “on”?")) {
            try ("on|off FILE" as Operands).check(["onn", "x"])
        }
    }
}
