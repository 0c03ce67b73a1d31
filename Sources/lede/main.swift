import Commands
import FoundationEssentials
import Glibc

exit(LedeCommand.run(Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))
