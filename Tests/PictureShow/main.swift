import Pictures

// Pictures on the terminal without the rest of lede: a text with as many photos as the argument says, to scroll through.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == PictureHelper.argument { PictureHelper.run(arguments.dropFirst()) }
try PictureShow(photos: arguments.first.flatMap { Int($0) } ?? 1).run()
