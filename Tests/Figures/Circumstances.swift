/// When, where and of what figures were taken.
package struct Circumstances: Codable, Equatable, Sendable {
    package struct Machine: Codable, Equatable, Sendable {
        package let processor: String
        package let cores: Int
        package let memoryMegabytes: Int
        package let kernel: String

        package init(processor: String, cores: Int, memoryMegabytes: Int, kernel: String) {
            (self.processor, self.cores) = (processor, cores)
            (self.memoryMegabytes, self.kernel) = (memoryMegabytes, kernel)
        }

        package var description: String {
            "\(processor), \(cores) cores, \(DecimalText.of(Double(memoryMegabytes / 100) / 10)) GB, Linux \(kernel)"
        }
    }

    /// In UTC, as RFC 3339 has it.
    package let date: String
    package let machine: Machine
    package let commit: String
    /// Whether files differed from the commit.
    package let isChanged: Bool
    package let toolchain: String
    /// How many processes wanted to run before, on average of a minute.
    package let load: Double
    /// Whether it was only tried, with few runs and small sizes.
    package let isTrial: Bool

    package init(
        date: String, machine: Machine, commit: String, isChanged: Bool, toolchain: String, load: Double, isTrial: Bool
    ) {
        (self.date, self.machine, self.commit, self.isChanged) = (date, machine, commit, isChanged)
        (self.toolchain, self.load, self.isTrial) = (toolchain, load, isTrial)
    }

    package var source: String { isChanged ? "\(commit) with changes" : commit }
}
