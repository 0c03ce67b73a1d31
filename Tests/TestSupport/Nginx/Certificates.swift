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
