import Terminal
import Testing
import Typesetting
import ViewModels

@testable import TerminalUI

@Suite struct `The keys` {
    @Test func `mean one thing each in every place`() {
        for place in Place.allCases {
            let keys = KeyMap.standard.bindings.filter { $0.places.contains(place) }.flatMap(\.keys)
            #expect(Set(keys).count == keys.count, "\(place)")
        }
    }

    @Test func `reach every operation there is`() {
        let reached = Set(KeyMap.standard.bindings.map(\.operation))
        #expect(Operation.allCases.allSatisfy(reached.contains))
    }

    @Test func `of every place are all in its help`() {
        for place in Place.allCases {
            let lines = KeyMap.standard.help(for: place).lines(width: 200).map(\.text).dropFirst(3)
            let bindings = KeyMap.standard.bindings.filter { $0.places.contains(place) }
            #expect(lines.count == bindings.count)
            for (line, binding) in zip(lines, bindings) {
                #expect(line.contains(binding.keys[0].name) && line.hasSuffix(binding.operation.explanation))
            }
        }
    }

    @Test func `are those that the lists of other readers have taught`() {
        let expected: [(Key, Operation)] = [
            (.enter, .open), (.character("q"), .back), (.character("j"), .down), (.character("k"), .up), (.down, .down),
            (.up, .up), (.pageDown, .pageDown), (.pageUp, .pageUp), (.home, .home), (.end, .end),
            (.character("r"), .refreshFeed), (.character("R"), .refreshAll), (.character("A"), .markFeedRead),
            (.character("N"), .toggleRead), (.character("o"), .openInBrowser), (.character("?"), .help)
        ]
        for (key, operation) in expected { #expect(KeyMap.standard.operation(for: key, in: .items) == operation) }
    }
}
