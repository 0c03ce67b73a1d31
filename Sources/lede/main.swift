import Commands

LedeCommand.end(LedeCommand.run(LedeCommand.arguments))
