import Foundation
import TestSupport

@testable import Configuration

/// What a config file of this text comes to.
func config(_ text: String) throws -> Config {
    let home = try Home()
    try home.write(config: text)
    return Config.read(Paths(environment: home.environment))
}
