package import Configuration
package import Library

extension Config {
    /// How many articles of pages, and pictures, to keep.
    package var cacheLimits: CacheLimits {
        let largest =
            switch cachePictures {
            case .yes: Int.max
            case .small: CachePictures.smallPicture
            case .no: 0
            }
        return CacheLimits(
            bytes: number(.cacheSize) << 20, age: Double(number(.cacheLife)) * 86_400, largestPicture: largest)
    }
}
