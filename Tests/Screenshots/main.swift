import Foundation

// Takes pictures of the built program on a terminal of its own. The only argument is the folder to write them to.
let folder = CommandLine.arguments.dropFirst().first ?? "."
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
for scene in Scene.all {
    let path = "\(folder)/\(scene.name).svg"
    try scene.take().svg.write(toFile: path, atomically: true, encoding: .utf8)
    print(path)
}
