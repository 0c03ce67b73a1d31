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

/// The configuration of nginx and the files that it serves.
struct NginxConfiguration {
    /// The folder where nginx's package was unpacked.
    var root: String
    var ports: [Nginx.Site: UInt16]

    func write(to folder: String) throws {
        let files = [
            ("nginx.conf", text), ("passwords", "reader:{PLAIN}secret\n"), ("site.conf", site),
            ("feed.xml", Self.feed), ("private.xml", Self.feed),
            ("large.xml", String(repeating: "<item/>\n", count: 1 << 20))
        ]
        for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
    }

    private static let feed =
        "<rss version=\"2.0\"><channel><title>A feed</title>\(String(repeating: "<item/>", count: 500))</channel></rss>\n"

    private var text: String {
        """
        daemon off;
        worker_processes 1;
        \(geteuid() == 0 ? "user root;" : "")
        pid nginx.pid;
        \(brotliModule)
        events { worker_connections 512; }
        http {
            access_log off;
            client_body_temp_path body;
            proxy_temp_path proxy;
            fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi;
            scgi_temp_path scgi;
            types { application/rss+xml xml; }
            server { listen \(address(.plain)); include site.conf; }
            \(secureServer(.secure, certificate: "good"))
            \(secureServer(.closing, certificate: "good"))
            \(secureServer(.expired, certificate: "expired"))
            \(secureServer(.otherHost, certificate: "other"))
            \(secureServer(.selfSigned, certificate: "self"))
            server {
                listen \(address(.proxy));
                location / { proxy_pass http://$http_host$request_uri; proxy_set_header Via "1.1 nginx"; }
            }
        }
        """
    }

    private var site: String {
        """
        root .;
        location = /feed.xml { }
        location = /large.xml { }
        location = /gzip.xml { alias feed.xml; gzip on; gzip_types *; }
        \(brotliModule.isEmpty ? "" : "location = /brotli.xml { alias feed.xml; brotli on; brotli_types *; }")
        location = /private.xml { auth_basic feeds; auth_basic_user_file passwords; }
        location = /moved.xml { return 301 /feed.xml; }
        location = /elsewhere { return 302 $arg_to; }
        location = /session { return 200 "$ssl_session_reused"; }
        location = /asked {
            default_type text/plain;
            return 200 "$server_protocol $connection $connection_requests $http_user_agent";
        }
        """
    }

    private func secureServer(_ site: Nginx.Site, certificate: String) -> String {
        let closes = site == .closing
        return """
            server {
                listen \(address(site)) ssl\(closes ? "" : " http2");
                \(closes ? "ssl_protocols TLSv1.3; keepalive_timeout 0;" : "")
                ssl_certificate \(certificate).pem;
                ssl_certificate_key \(certificate).key;
                include site.conf;
            }
            """
    }

    private func address(_ site: Nginx.Site) -> String { "127.0.0.1:\(ports[site] ?? 0)" }

    private var brotliModule: String {
        let path = "\(root)/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so"
        return FileManager.default.fileExists(atPath: path) ? "load_module \(path);" : ""
    }
}

/// Server certificates, created for each run by an authority that only the tests trust.
package struct Certificates: Sendable {
    /// The certificate of the authority, which verifies the good ones.
    package let authority: String

    init(in folder: String) throws {
        authority = "\(folder)/authority.pem"
        try Self.makeSelfSigned("authority", in: folder, name: "IP:192.0.2.1")
        try Self.makeSelfSigned("self", in: folder, name: "IP:127.0.0.1")
        try Self.make("good", in: folder, name: "IP:127.0.0.1", days: 2)
        try Self.make("expired", in: folder, name: "IP:127.0.0.1", days: -1)
        try Self.make("other", in: folder, name: "DNS:other.example.org", days: 2)
    }

    private static func makeSelfSigned(_ file: String, in folder: String, name: String) throws {
        let path = "\(folder)/\(file)"
        try openssl(
            ["req", "-x509", "-days", "2", "-out", "\(path).pem"] + key(path) + subject(file, name: name))
    }

    private static func make(_ file: String, in folder: String, name: String, days: Int) throws {
        let path = "\(folder)/\(file)"
        try openssl(["req", "-new", "-out", "\(path).csr"] + key(path) + subject(file, name: name))
        try openssl([
            "x509", "-req", "-in", "\(path).csr", "-out", "\(path).pem", "-days", "\(days)", "-copy_extensions", "copy",
            "-CA", "\(folder)/authority.pem", "-CAkey", "\(folder)/authority.key"
        ])
    }

    private static func key(_ path: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "\(path).key"]
    }

    private static func subject(_ file: String, name: String) -> [String] {
        ["-subj", "/CN=lede's tests: \(file)", "-addext", "subjectAltName=\(name)"]
    }

    private static func openssl(_ arguments: [String]) throws {
        let run = try CommandRun(program: "/usr/bin/openssl", arguments: arguments)
        guard run.status == 0 else { throw NginxMissing(reason: run.errors) }
    }
}
