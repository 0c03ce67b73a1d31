/// The playing time of a recording: “34:10”, “1:02:03”.
struct PlayingTime: CustomStringConvertible {
    private let seconds: Int

    init(_ seconds: Int) {
        self.seconds = max(0, seconds)
    }

    var description: String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let rest = Self.twoDigits(seconds % 60)
        return hours == 0 ? "\(minutes):\(rest)" : "\(hours):\(Self.twoDigits(minutes)):\(rest)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
