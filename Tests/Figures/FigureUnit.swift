/// What a figure counts. Less of it is always better.
package enum FigureUnit: String, Codable, Sendable, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
    case processorSeconds = "s CPU"
    case processorMilliseconds = "ms CPU"
    case processorMicroseconds = "µs CPU"
    case processorNanoseconds = "ns CPU"
    case megabytes = "MB"
    case bytes = "bytes"
    case requests
    case uploads
    case writes
    case descriptors
    case feeds
    /// How many times as much as something else.
    case times = "×"

    /// A value with its unit, such as `0.250 ms`.
    package func text(_ value: Double) -> String {
        self == .times ? DecimalText.of(value) + rawValue : "\(DecimalText.of(value)) \(rawValue)"
    }
}
