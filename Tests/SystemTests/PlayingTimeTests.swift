import System
import Testing

@Suite struct `Times of recordings` {
    @Test(arguments: [
        ("0", 0), ("187.5", 187_500), ("3:07", 187_000), ("8:26.250", 506_250), ("00:01:59.000", 119_000),
        ("1:02:03", 3_723_000), ("00:00:01,5", 1_500), ("75:30", 4_530_000), ("1:02.123456", 62_123)
    ])
    func `a time is read in seconds, minutes and hours`(text: String, milliseconds: Int64) {
        #expect(PlayingTime(text.utf8)?.milliseconds == milliseconds)
    }

    @Test(arguments: ["", ":", "-0:05", "1:2:3:4", "1:", "1:02 ", "a", "1234567", "99999999999999999999:00", ".5"])
    func `what is no time is none`(text: String) {
        #expect(PlayingTime(text.utf8) == nil)
    }

    @Test(arguments: [("12:34 Birds", true), ("1:02:03", true), ("12 Birds", false), ("12:3", false), ("1:75", false)])
    func `a text can begin with a time, which people write with two digits`(text: String, isUsual: Bool) {
        #expect(PlayingTime.read(text.utf8)?.isUsual == isUsual)
    }

    @Test(arguments: [(0, "0:00"), (62_900, "1:02"), (3_723_000, "1:02:03"), (-5, "0:00"), (360_000_000, "100:00:00")])
    func `a time is shown with minutes and seconds, and hours if there are any`(milliseconds: Int64, text: String) {
        #expect("\(PlayingTime(milliseconds: milliseconds))" == text)
    }

    @Test(arguments: [(754_000, "754"), (754_250, "754.250"), (5, "0.005")])
    func `a link leads to its time in a file`(milliseconds: Int64, seconds: String) {
        let time = PlayingTime(milliseconds: milliseconds)
        let link = time.link(into: "https://a.example/1.mp3?x=1#t=9")
        #expect(link == "https://a.example/1.mp3?x=1#t=\(seconds)")
        #expect(PlayingTime(ofLink: link) == time)
        #expect(PlayingTime(ofLink: "https://a.example/#top") == nil)
    }

    @Test(arguments: [-1, .infinity, .nan, 1e300]) func `an impossible number of seconds is no time`(seconds: Double) {
        #expect(PlayingTime(seconds: seconds) == nil)
    }
}
