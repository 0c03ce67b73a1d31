import Figures
import Foundation

/// Writes the documentation's page of figures and its pictures if the command line says `page FILE FOLDER`. Returns the
/// status of the process then.
func writePageIfAsked() throws -> Int32? {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 3, arguments[0] == "page" else { return nil }
    let page = FiguresPage(try FigureFile(path: arguments[1]))
    let folder = URL(filePath: arguments[2])
    try FileManager.default.createDirectory(at: folder.appending(path: "figures"), withIntermediateDirectories: true)
    try Data(page.markdown.utf8).write(to: folder.appending(path: "figures.md"))
    for plot in page.plots { try Data(plot.svg.utf8).write(to: folder.appending(path: plot.path)) }
    return 0
}
