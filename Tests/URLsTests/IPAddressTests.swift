import Testing
import URLs

@Suite struct IPAddressTests {
    @Test(arguments: [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255", "224.0.0.1", "255.255.255.255", "::", "::1",
        "[::1]", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::808:808", "2002:7f00:1::"
    ])
    func `an IP address of a private or special network is not public`(text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
        #expect(HostName(text).isLocal)
    }

    @Test(arguments: [
        "93.184.216.34", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "169.253.0.1", "192.167.0.1",
        "1.1.1.1",
        "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:101:101::"
    ])
    func `other IP addresses are public`(text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
        #expect(!HostName(text).isLocal)
    }

    @Test(arguments: ["example.org", "", "1.2.3.4.5", "[::1", "localhost", "12a"])
    func `a name is not an IP address`(text: String) { #expect(IPAddress(text) == nil) }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST.", true), ("a.localhost", true), ("printer.local", true), ("wiki", true),
        ("nas.home.arpa", true), ("db.internal", true), ("example.org", false), ("localhost.example.org", false),
        ("local.org.", false)
    ])
    func `a name that can only be in one's own network is local`(name: String, isLocal: Bool) {
        #expect(HostName(name).isLocal == isLocal)
    }
}
