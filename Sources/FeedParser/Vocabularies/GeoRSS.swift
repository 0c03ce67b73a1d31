extension Vocabulary {
    /// GeoRSS's simple encoding. One point is kept.
    static let geoRSS = Vocabulary(
        uris: ["http://www.georss.org/georss", "http://www.georss.org/georss/10"],
        prefix: "georss",
        item: ["point": .text { element, item in item.location = item.location ?? ParsedLocation(element.text) }])

    /// W3C's basic vocabulary of places.
    static let basicGeo = Vocabulary(
        uris: ["http://www.w3.org/2003/01/geo/wgs84_pos#"],
        prefix: "geo",
        item: [
            "lat": .text { element, item in item.latitude = element.degrees },
            "long": .text { element, item in item.longitude = element.degrees }
        ])
}

extension ParsedLocation {
    /// Reads a latitude and a longitude separated by space or a comma.
    fileprivate init?(_ point: Bytes) {
        let numbers = point.trimmed.split(maxSplits: 2) { $0.isSpace || $0 == UInt8(ascii: ",") }
            .map { Double(String(Bytes(rebasing: $0))) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        self.init(checking: latitude, longitude)
    }

    /// Nil unless the point exists on Earth.
    init?(checking latitude: Double, _ longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension Element {
    fileprivate var degrees: Double? { Double(String(text.trimmed)) }
}
