import Diagnosis
import Foundation

// Writing to a pipe or socket that nobody reads is an error to handle, not the end of the program.
signal(SIGPIPE, SIG_IGN)
TextWidth.prepareLocale()
exit(CommandLineProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue)
