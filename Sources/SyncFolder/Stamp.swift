/// When a register was written. The later one wins; of two at the same time, what is set, whoever wrote it.
package enum Stamp {
    /// The time of a change of a register: after what is in it, so that who has seen that and changes it wins, whatever the clocks
    /// say.
    package static func time(_ now: Int64, after last: Int64?) -> Int64 {
        max(0, min(max(now, (last ?? -1) + 1), FolderLine.greatest))
    }
}
