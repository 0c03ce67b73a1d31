import Pictures

// The helper without the rest of lede, for tests. As “try …” it tries what a confined process must not do; as “measure …” it is a
// lede that shows pictures.
let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "try": Attempt.run(arguments.dropFirst())
case "measure": Measuring.run(arguments.dropFirst())
default: PictureHelper.run(arguments.dropFirst())
}
