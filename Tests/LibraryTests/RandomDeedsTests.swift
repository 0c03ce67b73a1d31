import TestSupport
import Testing

@Suite struct RandomDeedsTests {
    @Test(arguments: Chaos.rounds(4))
    func `lists and counts are right after any sequence of storing, marking, undoing and deleting`(
        round: Int
    ) throws {
        var deeds = try RandomDeeds(seed: UInt64(round))
        try deeds.run(400)
    }
}
