/// Limits how many feeds are fetched at once, by number and by the bytes that wait to be stored or are still to come.
///
/// The length of a document isn't known before it comes, so each is expected to have the average length so far.
struct Allowance: Sendable {
    /// The most bytes of documents that may wait to be parsed and stored.
    static let bytes = 16 << 20

    /// The number of feeds being fetched.
    private var inFlight = 0
    /// The bytes of documents that have come and aren't stored yet.
    private var held = 0
    // As if a few long documents had already come, so that a refresh doesn't begin with hundreds of long ones.
    private var documents = 4
    private var received = 2 << 20

    private var expected: Int { inFlight * (received / documents) }

    /// Whether another feed may be fetched, with at most `limit` at once.
    func hasRoom(for limit: Int) -> Bool {
        // At least one, or a document above the whole allowance would never be fetched.
        guard inFlight > 0 || held > 0 else { return true }
        return inFlight < limit && held + expected < Self.bytes
    }

    mutating func ask() { inFlight += 1 }

    /// Records that a document of this size has come.
    mutating func receive(_ size: Int) {
        inFlight -= 1
        held += size
        documents += 1
        received += size
    }

    /// Releases the allowance of a document of this size.
    mutating func leave(_ size: Int) { held -= size }
}
