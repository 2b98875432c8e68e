import ChallengeLog
import Events
import Foundation
import RequestEngine
import Synchronization
import TestSupport
import Testing

@testable import Trust
@testable import Workbench

/// Figures, not tests: they run when COUNTERSIGN_MEASURE_CHAINS names a folder with root.pem, issuing.pem and leaves.pem,
/// and print one line each (`Benchmarks/P5b-reevaluate`).
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["COUNTERSIGN_MEASURE_CHAINS"] != nil))
struct ReevaluationMeasurements {
    private let folder = ProcessInfo.processInfo.environment["COUNTERSIGN_MEASURE_CHAINS"] ?? ""

    private func certificates(_ name: String) throws -> [PresentedCertificate] {
        CertificateFile(FileReader.read(folder + "/" + name), as: .chain).presented
    }

    /// The 12 combinations of AFSecurityPolicy 4.0, the root pinned.
    private func profiles(_ root: Certificate) -> [ClientProfile] {
        AFSecurityPolicy.PinningMode.allCases.flatMap { mode in
            [(false, false), (false, true), (true, false), (true, true)].map { allowsInvalid, checksName in
                var policy = AFSecurityPolicy()
                policy.pinningMode = mode
                policy.pins = [.certificate(root)]
                policy.allowInvalidCertificates = allowsInvalid
                policy.validatesDomainName = checksName
                return ClientProfile(name: "AF", policy: Policy(policy))
            }
        }
    }

    /// Chains recorded in a log, read out of it and judged under every profile, on all cores.
    @Test func recordedChains() throws {
        let root = try #require(try certificates("root.pem").first)
        let issuing = try #require(try certificates("issuing.pem").first)
        let anchor = try #require(root.certificate)
        let home = try TemporaryFolder()
        let path = home.file("log.countersign")
        let recording = RecordingFacts(version: "0", command: "measure")
        let writer = try LogWriter(path: path, recording: recording)
        var count = 0
        for leaf in try certificates("leaves.pem") {
            count += 1
            let question = RecordedQuestion(
                urlHost: "localhost",
                host: "localhost",
                date: EventTime.now(),
                systemAnchors: [root.sha256]
            )
            let facts = ChallengeFacts(
                method: .serverTrust,
                host: "localhost",
                port: 443,
                chain: [leaf.sha256, issuing.sha256],
                question: question
            )
            writer.append(
                Event(
                    .challengeReceived(facts),
                    time: EventTime.now(),
                    request: count,
                    challenge: 1,
                    certificates: [leaf, issuing, root]
                )
            )
        }
        writer.close()

        let setups = profiles(anchor).map {
            ClientSetup(
                profile: $0,
                anchors: Anchors(app: [], appOnly: false, user: [], system: []),
                bundle: BundleSnapshot(),
                identities: [],
                judgedAt: nil
            )
        }
        let log = try LogFile.open(path)
        let before = Self.processorTime()
        let accepted = Mutex(0)
        let time = try ContinuousClock().measure {
            let step = 500
            for first in stride(from: 1, through: count, by: step) {
                let numbers = first...min(first + step - 1, count)
                let challenges = try numbers.flatMap { number in
                    try log.events(of: RequestKey(recording: recording.id, number: number)).compactMap { event in
                        if case .challengeReceived(let facts) = event.kind { facts } else { nil }
                    }
                }
                let known = try log.certificates(challenges.flatMap(\.chain) + [root.sha256])
                let reevaluation = Reevaluation()
                DispatchQueue.concurrentPerform(iterations: challenges.count) { index in
                    let verdicts = setups.map { reevaluation.decision(challenges[index], certificates: known, as: $0) }
                    let good = verdicts.count { $0?.evaluation?.verdict == .accept }
                    accepted.withLock { $0 += good }
                }
            }
        }
        let processor = Self.processorTime() - before
        print("P5b wall \(time / .seconds(1)) cpu \(processor) chains \(count) accepted \(accepted.withLock { $0 })")
        #expect(accepted.withLock { $0 } > 0)
    }

    /// User and system seconds of this process so far.
    private static func processorTime() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
