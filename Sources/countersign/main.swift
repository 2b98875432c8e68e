import Diagnosis
import Foundation

// Writing to a pipe or socket that nobody reads is an error to handle, not the end of the program.
signal(SIGPIPE, SIG_IGN)
TextWidth.prepareLocale()
let status = CommandLineProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue
// Threads may still be judging: what runs at an ordinary exit would free OpenSSL's tables under them. Nothing is left in
// a buffer: Console writes at once, and so does the screen at its end. (Flushing all streams would wait for a line that
// another thread is reading.)
_exit(status)
