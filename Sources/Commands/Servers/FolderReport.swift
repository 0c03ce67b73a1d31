import FoundationEssentials
import Library
import Spelling
import ViewModels

/// The devices that share a folder, and how far each is read.
struct FolderReport {
    private let devices: [FolderDevice]
    private let memory: FolderMemory
    private let own: FolderDevice?

    init(_ library: Library) throws {
        memory = try library.folderMemory()
        devices = memory.devices.filter(\.isThere).sorted { ($0.title ?? "", $0.name) < ($1.title ?? "", $1.name) }
        own = memory.own(at: library.site)
    }

    func tell(asJSON: Bool) {
        for device in devices {
            let (last, missing) = memory.known(of: device.row)
            let isThis = device == own
            if asJSON {
                Output.line(
                    .object([
                        "device": JSON(device.title), "id": .string(device.name), "this": .bool(isThis),
                        "version": JSON(device.version), "last_seen": JSON(device.seen),
                        "read": .integer(Int(clamping: isThis ? device.lastLine : last)), "missing": .integer(missing)
                    ]))
                continue
            }
            let seen = device.seen.map { "last seen \(LocalTime($0).brief(at: Date()))" } ?? "never seen"
            let gap = missing > 0 ? ", \(missing.counted("line")) missing" : ""
            let words = isThis ? "this device" : "\(seen), read up to line \(last)\(gap)"
            Output.columns("  " + (device.title ?? device.name), words, device.name)
        }
    }
}
