import Foundation
import Library
import SyncFolder

extension FolderModelCourse {
    /// Carries some files of one device's folder to another.
    func carry(_ from: Int) throws {
        let to = (from + Int.random(in: 1...2, using: &chance)) % 3
        let (source, target) = (devices[from], devices[to])
        let names = try source.files()
        for name in names where Bool.random(using: &chance) {
            if try target.owns(name) { continue }
            guard let bytes = source.bytes(of: name) else { continue }
            past[name, default: []].append(bytes)
            let old = target.bytes(of: name)
            var (new, part) = (name, bytes)
            switch Int.random(in: 0..<14, using: &chance) {
            case 0: part = bytes.prefix(Int.random(in: 0...bytes.count, using: &chance))
            case 1 where name.contains("/0"):
                new = name.replacing(".jsonl", with: ".sync-conflict-20260101-120000-ABCDEFG.jsonl")
            case 2:
                try target.write(past[name]?.randomElement(using: &chance) ?? bytes, to: name)
                say("an old \(name) goes from \(from) to \(to)")
                continue
            case 3 where !bytes.isEmpty:
                // Pages of a file that haven't arrived are zeros.
                let start = Int.random(in: 0..<bytes.count, using: &chance)
                for index in start..<min(bytes.count, start + 200) { part[index] = 0 }
            default: break
            }
            // Mostly a file isn't replaced by an older one.
            if new == name, let old, old.weight > part.weight { continue }
            try target.write(part, to: new)
            say("\(new) goes from \(from) to \(to), \(part.count) of \(bytes.count) bytes")
        }
        guard let own = try source.own else { return }
        for name in try target.files() where name.contains(own) && !names.contains(name) && Bool.random(using: &chance)
        {
            try target.remove(name)
            say("\(name) is removed at \(to) as at \(from)")
        }
    }

    /// Gives a device an old file of its own again, or none.
    func takeBack(from number: Int) throws {
        let device = devices[number]
        guard let own = try device.own,
            let name = past.keys.filter({ $0.contains(own) }).sorted().randomElement(using: &chance)
        else { return }
        if Bool.random(using: &chance), let old = past[name]?.randomElement(using: &chance) {
            try device.write(old, to: name)
            say("\(number) gets an old \(name) again")
        } else if device.bytes(of: name) != nil {
            try device.remove(name)
            say("\(number) loses \(name)")
        }
    }

    /// Tears what a killed sync has written and not noted, and leaves a draft behind. Before it, the files had these sizes.
    func tear(_ number: Int, _ sizes: [String: Int]) throws {
        let device = devices[number]
        let memory = try device.library.folderMemory()
        guard let own = memory.own(at: device.library.site), Bool.random(using: &chance) else { return }
        for name in try device.files() where name.contains("\(own.name)/0") {
            let known = max(
                sizes[name] ?? 0, memory.files[own.row]?[String(name.suffix(12))]?.version.size ?? 0)
            guard let bytes = device.bytes(of: name), bytes.count > known else { continue }
            let rest = Int.random(in: known..<bytes.count, using: &chance)
            try device.write(bytes.prefix(rest), to: name)
            say("\(name) of \(number) is torn after \(rest) of \(bytes.count) bytes")
        }
        try device.write(Data("{\"n\":1".utf8), to: "devices/\(own.name)/.state-000001.jsonl.tmp")
    }

    /// Lets everything arrive: each device's own files as it has them, and those of former devices as anybody has most of them.
    func carryAll() throws {
        let owners = try devices.map { try $0.own ?? "" }
        for (from, device) in devices.enumerated() {
            let names = try device.files()
            for (to, other) in devices.enumerated() where to != from {
                for name in names {
                    let owner = owners.firstIndex { name.contains($0) }
                    guard let bytes = device.bytes(of: name), owner ?? from == from else { continue }
                    if owner != nil || other.bytes(of: name).map({ $0.weight < bytes.weight }) ?? true {
                        try other.write(bytes, to: name)
                    }
                }
                for name in try other.files() where name.contains(owners[from]) && !name.contains("conflict") {
                    if !names.contains(name) { try other.remove(name) }
                }
            }
        }
    }
}

extension Data {
    /// How many bytes have arrived.
    fileprivate var weight: Int { count { $0 != 0 } }
}
