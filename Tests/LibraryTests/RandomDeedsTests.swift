import TestSupport
import Testing

@Suite struct RandomDeedsTests {
    @Test(arguments: Chaos.rounds(4))
    func `whatever is stored, marked, undone, folded and discarded in whatever order, lists and counts are right`(
        round: Int
    ) throws {
        var deeds = try RandomDeeds(seed: UInt64(round))
        try deeds.run(400)
    }
}
