import Foundation
import TestSupport
import Testing

/// What other tests start can be told to end, whatever thread they run on.
@Suite struct ProgramTests {
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aSignalArrives(_ number: Int32) throws {
        let program = try Program("sleep", ["300"])
        program.signal(number)
        #expect(program.finish().status == 128 + number)
    }

    /// A program's own children, too: a shell waits for what it kills.
    @Test func aSignalArrivesFurtherDown() throws {
        let result = try Program.run("sh", ["-c", "sleep 300 & kill $!; wait $!; echo $?"])
        #expect(result.output == "143\n")
    }
}
