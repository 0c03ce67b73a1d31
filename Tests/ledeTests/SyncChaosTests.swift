import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Chaos of syncs` {
    @Test(arguments: MarkedServer.Kind.allCases)
    func `killing lede at any moment of a sync loses no mark of either side`(kind: MarkedServer.Kind) throws {
        let server = try MarkedServer(kind)
        var killed = 0
        for _ in TestSupport.Chaos.rounds(3) where try server.killSync() { killed += 1 }
        try server.syncUntilAgreement()
        try server.markBothSides()
        for _ in TestSupport.Chaos.rounds(3) where try server.killSync() { killed += 1 }
        try server.syncUntilAgreement()
        try server.checkMarks()
        #expect(killed > 0)
        ChaosTable.note(
            fault: ChaosFault.kill.rawValue, write: "sync with \(kind.rawValue)",
            tried: 2 * TestSupport.Chaos.rounds(3).count, struck: killed)
    }

    @Test(arguments: MarkedServer.Kind.allCases)
    func `a server that breaks off at any moment of a sync loses no mark of either side`(
        kind: MarkedServer.Kind
    ) throws {
        let server = try MarkedServer(kind)
        var failed = 0
        for round in TestSupport.Chaos.rounds(3) where try server.syncBrokenOff(atOnce: round == 1) { failed += 1 }
        try server.syncUntilAgreement()
        try server.markBothSides()
        for round in TestSupport.Chaos.rounds(3) where try server.syncBrokenOff(atOnce: round == 1) { failed += 1 }
        try server.syncUntilAgreement()
        try server.checkMarks()
        #expect(failed > 0)
        ChaosTable.note(
            fault: "a server that breaks off", write: "sync with \(kind.rawValue)",
            tried: 2 * TestSupport.Chaos.rounds(3).count, struck: failed)
    }
}
