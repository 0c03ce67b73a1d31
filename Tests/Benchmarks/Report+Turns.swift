import Figures

extension Report {
    /// One of those that are measured in turns.
    struct Contender {
        fileprivate enum Role {
            case own
            case floor
            case peer
        }

        fileprivate let role: Role
        fileprivate let name: String
        fileprivate let measure: () throws -> any Measured

        static func own(_ measure: @escaping () throws -> any Measured) -> Contender {
            Contender(role: .own, name: "lede", measure: measure)
        }

        /// The least that the work takes.
        static func floor(_ name: String, _ measure: @escaping () throws -> any Measured) -> Contender {
            Contender(role: .floor, name: name, measure: measure)
        }

        /// Another program that does the same.
        static func peer(_ name: String, _ measure: @escaping () throws -> any Measured) -> Contender {
            Contender(role: .peer, name: name, measure: measure)
        }
    }

    /// Measures all in turns, so that other load of the machine affects all alike, and adds lede's figures beside the
    /// others'. A first turn isn't counted. A peer that fails is left out and named.
    func turns(
        _ name: String, runs: Int, size: Int? = nil, by statistic: Figure.Statistic = .median,
        goals: [FigureUnit: Figure.Goal] = [:], _ contenders: [Contender]
    ) throws {
        var left = contenders
        var measured: [String: [any Measured]] = [:]
        for turn in 0...runs {
            for contender in left {
                do {
                    let run = try contender.measure()
                    if turn > 0 { measured[contender.name, default: []].append(run) }
                } catch  where contender.role == .peer {
                    miss("\(contender.name) (failed: \(error))")
                    left.removeAll { $0.name == contender.name }
                }
            }
        }
        func others(_ role: Contender.Role) -> [Other] {
            left.filter { $0.role == role }.map { Other($0.name, measured[$0.name] ?? []) }
        }
        add(
            name, measured["lede"] ?? [], size: size, by: statistic, floor: others(.floor).first, peers: others(.peer),
            goals: goals)
    }
}

/// Runs each of several works in turns, a first time without counting.
func inTurns<Value>(_ runs: Int, _ works: (() throws -> Value)...) throws -> [[Value]] {
    var values: [[Value]] = works.map { _ in [] }
    for turn in 0...runs {
        for (number, work) in works.enumerated() {
            let value = try work()
            if turn > 0 { values[number].append(value) }
        }
    }
    return values
}
