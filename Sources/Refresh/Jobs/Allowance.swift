/// How many feeds may be asked for at once: by their number, and by the bytes that wait to be stored or are still to come.
///
/// How long a document will be is known only when it is there, so each is expected to be as long as those before were.
struct Allowance: Sendable {
    /// The bytes of documents that may wait to be parsed and stored.
    static let bytes = 16 << 20

    /// The feeds that are being asked for.
    private var inFlight = 0
    /// The bytes of the documents that have come and aren't stored yet.
    private var held = 0
    // As if a few long documents had come already, so that a refresh doesn't begin with hundreds of long ones.
    private var documents = 4
    private var received = 2 << 20

    private var expected: Int { inFlight * (received / documents) }

    /// Whether another may be asked for, beside so many at most.
    func hasRoom(for limit: Int) -> Bool {
        // One at least, or a document longer than all that is allowed would never be fetched.
        guard inFlight > 0 || held > 0 else { return true }
        return inFlight < limit && held + expected < Self.bytes
    }

    mutating func ask() { inFlight += 1 }

    /// Notes that what was asked for has come, and how long it is.
    mutating func receive(_ size: Int) {
        inFlight -= 1
        held += size
        documents += 1
        received += size
    }

    /// Gives back the room of a document of this length.
    mutating func leave(_ size: Int) { held -= size }
}
