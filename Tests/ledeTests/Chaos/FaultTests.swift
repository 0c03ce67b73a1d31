import Glibc
import TestSupport
import Testing

@Suite(.blocking) struct `Chaos of writes` {
    @Test(arguments: ChaosCase.chosen)
    func `whatever goes wrong during a write, the library stays whole, and the next attempt completes it`(
        chaos: ChaosCase
    ) throws {
        let stage = try ChaosStage(chaos.write)
        var (tried, struck) = (0, 0)
        var findings: [String] = []
        for _ in TestSupport.Chaos.roundsOfEach where chaos.fault != .clock || ChaosStrike.hasClock {
            tried += 1
            do { if try hits(chaos, stage) { struck += 1 } } catch { findings.append("\(error)") }
        }
        ChaosTable.note(
            fault: chaos.fault.rawValue, write: chaos.write.rawValue, tried: tried, struck: struck, found: findings)
        #expect(findings == [], "\(chaos)")
    }

    /// Tries it once; returns whether the fault struck before the write was done.
    private func hits(_ chaos: ChaosCase, _ stage: ChaosStage) throws -> Bool {
        let strike = try ChaosStrike(chaos.fault, on: stage)
        let (exit, errors) = try strike.strike()
        let isDone = exit == .status(0)
        let mayBeKilled = chaos.fault == .kill || chaos.fault == .clock
        guard isDone || [1, 2].map(Exit.status).contains(exit) || mayBeKilled && exit == .signal(SIGKILL) else {
            throw ChaosFinding("\(exit): \(errors)")
        }
        if !chaos.fault.takesLibrary {
            let progress = try stage.progress(in: strike.home)
            if isDone, progress != .whole { throw ChaosFinding("it was acknowledged, and only \(progress) is there") }
            if chaos.write.isWhole, progress == .part { throw ChaosFinding("half of it is done: \(exit) \(errors)") }
            if progress != .whole {
                let run = try stage.perform(in: strike.home)
                guard run.status == 0 else { throw ChaosFinding("after \(exit) it can't be repeated: \(run)") }
                let progress = try stage.progress(in: strike.home)
                guard progress == .whole else { throw ChaosFinding("repeated, only \(progress) is there: \(run)") }
            }
        }
        try stage.expectWorking(in: strike.home)
        let leftovers = try stage.leftovers(in: strike.home)
        if !chaos.fault.takesLibrary, !leftovers.isEmpty { throw ChaosFinding("files are left: \(leftovers)") }
        return !isDone || chaos.fault.takesLibrary || chaos.fault == .clock || chaos.fault == .company
    }
}
