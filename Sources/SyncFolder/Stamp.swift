/// When and by whom a register was written: the greater one wins.
package struct Stamp: Comparable, Sendable {
    package let time: Int64
    package let device: DeviceID

    package init(_ time: Int64, by device: DeviceID) {
        (self.time, self.device) = (time, device)
    }

    package static func < (one: Stamp, other: Stamp) -> Bool {
        one.time == other.time ? one.device < other.device : one.time < other.time
    }

    /// The time of a change of a register: after what is in it, so that who has seen that and changes it wins, whatever the clocks
    /// say.
    package static func time(_ now: Int64, after last: Int64?) -> Int64 {
        max(0, min(max(now, (last ?? -1) + 1), FolderLine.greatest))
    }
}
