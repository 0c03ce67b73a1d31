import Foundation
import Glibc

/// The nginx that all tests share: a real server on 127.0.0.1, with valid and invalid certificates.
package final class Nginx: Sendable {
    package let certificates: Certificates
    private let ports: [Site: UInt16]
    private let process: ChildProcess

    /// The shared server, which starts when it is first used.
    package static func shared() throws -> Nginx { try started.get() }

    private static let started = Result { try Nginx() }

    private init() throws {
        let program = try Self.program()
        let folder = try TemporaryFolder.make(for: "nginx")
        certificates = try Certificates(in: folder)
        let listeners = try Site.allCases.map { ($0, try Descriptor.listening()) }
        ports = Dictionary(uniqueKeysWithValues: try listeners.map { ($0, try $1.port()) })
        try NginxConfiguration(root: Self.root, ports: ports).write(to: folder)
        let arguments = ["-p", folder, "-c", "nginx.conf", "-e", "error.log"]
        let environment = ["LD_LIBRARY_PATH": Self.libraries]
        let check = try CommandRun(program: program, arguments: arguments + ["-t"], environment: environment)
        guard check.status == 0 else { throw NginxMissing(reason: check.errors) }

        // The sockets already listen, so nobody has to wait for nginx to start: it inherits them by their numbers.
        let sockets = listeners.map { $1 }
        let handedOver = sockets.map { "\($0.number);" }.joined()
        let unread = try Descriptor.pipe().writing
        // nginx overwrites its environment, by which `RunFolder` finds what to end. The shell that leads its group doesn't.
        process = try Launch(
            program: "/bin/sh", arguments: ["-c", "\"$@\"; exit", "sh", program] + arguments,
            environment: environment.merging(["NGINX": handedOver]) { $1 }, inherited: sockets
        ).start(on: .pipes(input: nil, output: unread, errors: unread))
    }

    package func url(_ path: String, at site: Site = .plain) -> String {
        "\(site.scheme)://127.0.0.1:\(ports[site] ?? 0)\(path)"
    }

    /// The kinds of server that it offers, each on a port of its own.
    package enum Site: CaseIterable, Sendable {
        case plain
        /// With a certificate signed by the tests' own authority.
        case secure
        /// Like `secure`, but with HTTP/1.1 and only one request per connection.
        case closing
        case expired, otherHost, selfSigned
        /// A proxy for http URLs.
        case proxy

        var scheme: String { self == .plain || self == .proxy ? "http" : "https" }
    }

    /// The folder where “make test” unpacks nginx.
    private static let root = ProjectFile.path(".build/nginx")

    private static var libraries: String {
        ["usr/lib", "lib"].map { "\(root)/\($0)/\(Machine.name)-linux-gnu" }.joined(separator: ":")
    }

    private static func program() throws -> String {
        let places = ["\(root)/usr/sbin/nginx", "/usr/sbin/nginx", "/usr/bin/nginx"]
        guard let program = places.first(where: FileManager.default.isExecutableFile) else {
            throw NginxMissing(
                reason: "there is none at \(places[0]): run “make test”, or “make nginx” before the tests")
        }
        return program
    }
}

/// nginx isn't available, so the tests that need it can't run.
package struct NginxMissing: Error, CustomStringConvertible {
    let reason: String

    package var description: String { "nginx can't be started: \(reason)" }
}
