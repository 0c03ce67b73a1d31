import Addresses
import Glibc

/// The addresses of the proxies that a request may use. A connection to one of them isn't one to the server.
struct ProxyPlaces {
    private let places: [(host: String, port: Int)]

    init(_ proxy: Proxy) {
        let addresses =
            switch proxy {
            case .direct: [] as [String]
            case .server(let address, _): [address]
            case .fromEnvironment: Self.variables.compactMap { getenv($0).map { String(cString: $0) } }
            }
        places = addresses.filter { !$0.isEmpty }.map { address in
            guard let parts = AddressParts(address.withScheme(orElse: "http")) else {
                return (address, Self.usualPort)
            }
            // curl's own defaults.
            let usual = parts.scheme.lowercased() == "https" ? 443 : Self.usualPort
            return (String(parts.host), parts.port.flatMap { Int($0) } ?? usual)
        }
    }

    var isEmpty: Bool { places.isEmpty }

    /// Whether a proxy may be at this address. A proxy's host name isn't looked up.
    func mayHold(_ peer: Peer) -> Bool {
        places.contains { place in
            place.port == peer.port && (IPAddress(place.host).map { $0 == peer.number } ?? true)
        }
    }

    /// The variables that curl reads, depending on the scheme.
    private static let variables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    private static let usualPort = 1080
}
