import Foundation
import TestSupport

@testable import Configuration

/// The config of a file with this text.
func config(_ text: String) throws -> Config {
    let home = try Home()
    try home.write(config: text)
    return Config.read(Paths(environment: home.environment))
}
