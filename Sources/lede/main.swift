import Commands

LedeCommand.end(LedeCommand.run(Array(CommandLine.arguments.dropFirst())))
