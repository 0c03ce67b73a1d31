package import Configuration
package import Extraction
import Files

/// The user's rules for finding articles on the pages of sites, in files named after the hosts.
package struct SiteRules: Sendable {
    private let folder: String

    package init(_ paths: Paths) {
        folder = paths.siteRules
    }

    /// The rule for the pages of a host, if there is one.
    package func rule(forHost host: String) throws(SiteRuleProblem) -> SiteRule? {
        let files = SiteRule.fileNames(forHost: host).map { "\(folder)/\($0)" }
        guard let file = files.first(where: PrivateFiles.exists) else { return nil }
        do {
            return try SiteRule(parsing: String(decoding: PrivateFiles.read(file), as: UTF8.self))
        } catch let error as FileFailure {
            throw SiteRuleProblem(description: error.description)
        } catch {
            throw SiteRuleProblem(description: "\(file): \(error)")
        }
    }
}

/// Why a rule can't be used, with its file.
package struct SiteRuleProblem: Error, CustomStringConvertible {
    package let description: String
}
