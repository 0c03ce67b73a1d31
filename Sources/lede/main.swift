import Commands
import FoundationEssentials

LedeCommand.end(
    LedeCommand.run(Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))
