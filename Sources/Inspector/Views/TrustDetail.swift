import Events
import Foundation
import Terminal
import Trust

/// The detail of a server-trust challenge: the chain as sent, the checks, the decision.
enum TrustDetail {
    static func lines(
        _ challenge: RecordedChallenge,
        _ exchange: Exchange,
        _ state: State,
        _ size: TerminalSize
    ) -> [Line] {
        let columns = size.columns
        if columns < Layout.narrow { return narrow(challenge, exchange, state, columns: columns) }
        var lines = chain(challenge, exchange, columns: columns)
        // In a low pane the decision comes into view by what is left out.
        let isLow = size.rows < 30
        if !isLow { lines.append(Line()) }
        guard let decision = challenge.decision?.decision else {
            return lines + [Line("not judged yet", .dim, target: .remark)]
        }
        // Above the checks, which fill a small screen: it is what the reader has just asked for.
        lines += DetailView.now(challenge, exchange, state)
        if let evaluation = decision.evaluation {
            lines += checks(evaluation, columns: state.wraps ? nil : columns, cutsFaults: isLow)
            if !isLow { lines.append(Line()) }
        }
        var decided = self.decision(challenge, decision, exchange, state)
        if isLow, !state.wraps, let last = decided[0].pieces.indices.last {
            // The whole of it stands below, as the reason of the end.
            decided[0].pieces[last].width = max(1, columns - decided[0].pieces[last].column)
        }
        lines += decided
        for event in exchange.events {
            switch event.kind {
            case .requestFinished(let facts), .requestFailed(let facts):
                lines.append(Line())
                lines += Outcome.lines(facts)
            default: break
            }
        }
        return lines
    }

    /// Where there is hardly room: the decision, then each check, then the chain.
    private static func narrow(
        _ challenge: RecordedChallenge,
        _ exchange: Exchange,
        _ state: State,
        columns: Int
    ) -> [Line] {
        guard let decision = challenge.decision?.decision else {
            return [Line("not judged yet", .dim, target: .remark)]
        }
        let checks = decision.evaluation.map { CheckLine.lines(of: $0) } ?? []
        var lines = checks.map { check in
            var line = Line(target: .remark)
            if check.decides { line.mark = "!" }
            line.put(check.word, at: 3, width: 10)
            line.put(check.result.word, at: 14, width: 6, role: role(of: check.result))
            line.put(check.detail, at: 21, width: max(1, columns - 21))
            return line
        }
        lines += DetailView.now(challenge, exchange, state) + self.decision(challenge, decision, exchange, state)
        return lines + chain(challenge, exchange, columns: columns)
    }

    private struct Columns {
        let key: Int
        let valid: Int
        let issuer: Int

        init(_ width: Int) {
            let extra = max(0, min(24, (width - 80) / 2))
            key = 26 + extra
            valid = 37 + extra
            issuer = 63 + extra
        }
    }

    private static func chain(_ challenge: RecordedChallenge, _ exchange: Exchange, columns width: Int) -> [Line] {
        let columns = Columns(width)
        var header = Line()
        header.role = .header
        header.put("SENT CHAIN", at: 3, role: .header)
        header.put("KEY", at: columns.key, role: .header)
        header.put("VALID", at: columns.valid, role: .header)
        header.put("ISSUED BY", at: columns.issuer, role: .header)
        let anchors = anchors(challenge)
        let rows = challenge.facts.chain.enumerated().map { index, digest in
            var line = Line(target: .certificate(index))
            guard let presented = exchange.certificates[digest] else {
                line.put("\(index) \(Words.short(digest))", at: 3)
                return line
            }
            guard let certificate = presented.certificate else {
                line.put("\(index) \(presented.encoded.count) bytes that are no certificate", at: 3, role: .error)
                return line
            }
            let subject = certificate.subject.shortText
            line.put("\(index) \(role(certificate, index)) \(subject)", at: 3, width: columns.key - 4)
            line.put(certificate.key.description, at: columns.key, width: columns.valid - columns.key - 1)
            let valid = "\(Words.day(certificate.notBefore))..\(Words.day(certificate.notAfter))"
            line.put(valid, at: columns.valid, width: columns.issuer - columns.valid - 1)
            let issuer = certificate.isSelfIssued ? "itself" : certificate.issuer.shortText
            let store = anchors[digest].map { "   \($0)" } ?? ""
            line.put(issuer + store, at: columns.issuer)
            return line
        }
        return [header] + (rows.isEmpty ? [Line("the server sent no certificate", .error, target: .remark)] : rows)
    }

    private static func role(_ certificate: Certificate, _ index: Int) -> String {
        if index == 0 { return "leaf" }
        return certificate.isSelfIssued ? "root" : "int "
    }

    /// Where presented certificates stand as anchors.
    private static func anchors(_ challenge: RecordedChallenge) -> [SHA256Digest: String] {
        var places: [SHA256Digest: String] = [:]
        for summary in challenge.decision?.decision.evaluation?.certificates ?? [] {
            switch summary.anchor {
            case "system": places[summary.sha256] = "IN STORE"
            case let place?: places[summary.sha256] = "ANCHOR (\(place))"
            case nil: break
            }
        }
        return places
    }

    /// - Parameters:
    ///   - columns: the room of a line; what speaks for the server is cut there. nil cuts nothing.
    ///   - cutsFaults: whether what speaks against it is cut as well, or goes on below.
    private static func checks(_ evaluation: Evaluation, columns: Int?, cutsFaults: Bool) -> [Line] {
        var header = Line()
        header.role = .header
        header.put("CHECK", at: 3, role: .header)
        header.put("RESULT", at: 16, role: .header)
        header.put("EVIDENCE", at: 24, role: .header)
        return [header]
            + CheckLine.lines(of: evaluation).map { check in
                var line = Line(target: .remark)
                if check.decides { line.mark = "!" }
                line.put(check.word, at: 3, width: 12)
                line.put(check.result.word, at: 16, width: 7, role: role(of: check.result))
                let isFault = !cutsFaults && (check.result == .fail || check.result == .letBy)
                line.put(check.detail, at: 24, width: isFault ? nil : columns.map { max(1, $0 - 24) })
                return line
            }
    }

    static func role(of result: CheckResult) -> Role {
        switch result {
        case .pass: .accept
        case .fail: .refuse
        case .letBy: .warn
        case .skipped: .dim
        }
    }

    private static func decision(
        _ challenge: RecordedChallenge,
        _ decision: ClientDecision,
        _ exchange: Exchange,
        _ state: State
    ) -> [Line] {
        var lines: [Line] = []
        let evaluation = decision.evaluation
        let first = decision.answers.first
        lines.append(
            fact("DECISION", decision.word, evaluation?.reason ?? "never evaluated", role: role(of: first?.disposition))
        )
        if decision.answers.count > 1 {
            let words = decision.answers.dropFirst().map(\.disposition.word).joined(separator: ", ")
            lines.append(fact("", "", "answers again: \(words) (the first one counts)", role: .warn))
        }
        if let wouldBe = state.wouldBe, wouldBe.key == HeldKey(request: exchange.key, challenge: challenge.number),
            let change = wouldBe.change
        {
            lines.append(
                fact(
                    "WOULD BE",
                    change.answer,
                    "if \(change.name) were \(change.value)      ( 4 then space to try )",
                    role: .changed
                )
            )
        }
        if let step = first?.step ?? evaluation?.step {
            let source = step.flow.isEmpty ? "" : "\(step.flow), "
            let defect = step.defect.map { "   \($0.uppercased()) !" } ?? ""
            lines.append(fact("STEP", "\(step.number)", "\(source)step \(step.number): \(step.text)\(defect)"))
        }
        if let evaluation {
            lines.append(
                fact("RESULT", "\(evaluation.trustResult.rawValue)", "kSecTrustResult \(evaluation.trustResult.name)")
            )
        }
        if let answer = challenge.answer, answer.by != "policy" {
            let held = answer.timeHeld > 0 ? " after \(Words.tenths(answer.timeHeld))" : ""
            lines.append(fact("ANSWER", answer.answer.disposition.word, "by \(answer.by)\(held)", role: .changed))
        }
        if let effect = challenge.answer?.effect {
            let code = effect.error.map { "  the client sees \($0.text)" } ?? ""
            lines.append(fact("THEN", effect.proceeds ? "goes on" : "ends", effect.reason + code))
        }
        for taken in decision.steps {
            let defect = taken.step.defect.map { "  \($0.uppercased()) !" } ?? ""
            lines.append(fact("  step \(taken.step.number)", "", "\(taken.step.text): \(taken.result)\(defect)"))
        }
        for file in decision.filesRead {
            lines.append(fact("  file", "", "\(file.name): \(file.outcome)", role: file.problem == nil ? .text : .warn))
        }
        if let remedy = evaluation?.remedy { lines.append(fact("HELPS", "", remedy)) }
        if let codes = evaluation?.codes, !codes.isEmpty {
            lines.append(fact("CODES", "", codes.map(\.rawValue).joined(separator: "  ")))
        }
        return lines
    }

    private static func role(of disposition: Disposition?) -> Role {
        switch disposition {
        case .useCredential: .accept
        case .cancelAuthenticationChallenge, .rejectProtectionSpace: .refuse
        default: .text
        }
    }

    private static func fact(_ name: String, _ word: String, _ text: String, role: Role = .text) -> Line {
        var line = Line(target: .remark)
        line.put(name, at: 3, width: 12)
        line.put(word, at: 16, width: 7, role: role)
        line.put(text, at: 24)
        return line
    }

    /// The block at the foot: the certificate under the cursor, else the leaf.
    static func certificateLines(
        _ challenge: RecordedChallenge,
        _ exchange: Exchange,
        _ state: State,
        columns: Int
    ) -> [Line] {
        let presented =
            DetailView.selectedCertificate(state) ?? challenge.facts.chain.first.flatMap { exchange.certificates[$0] }
        guard let certificate = presented?.certificate else { return [] }
        let index = challenge.facts.chain.firstIndex(of: certificate.sha256) ?? 0
        let name = index == 0 ? "leaf" : "certificate \(index)"
        var lines: [Line] = [.rule(name, "enter: full text   y: copy PEM")]
        let names = (certificate.alternativeNames ?? []).map(CertificateFullText.name)
        let ocsp = certificate.ocspAddresses.first ?? "none"
        guard columns >= 80, state.size.columns >= Layout.wide else {
            let serial = String(certificate.serialNumber.prefix(11))
            var first = Line()
            first.put(
                "serial \(serial)  sha256 \(Words.short(certificate.sha256))  SAN \(names.isEmpty ? "none" : names.joined(separator: " "))",
                at: 1
            )
            var second = Line()
            let keys =
                "SKI \(Words.short(certificate.subjectKeyIdentifier))   AKI \(Words.short(certificate.authorityKeyIdentifier))"
            second.put("sig \(certificate.signatureAlgorithm)   \(keys)   OCSP \(ocsp)", at: 1)
            return lines + [first, second]
        }
        let usage = (certificate.keyUsage ?? []).joined(separator: " ")
        let extended = (certificate.extendedKeyUsage ?? []).map(CertificateFullText.usage).joined(separator: " ")
        lines.append(DetailView.row("subject", certificate.subject.text))
        lines.append(DetailView.row("issuer", certificate.issuer.text))
        lines.append(DetailView.row("serial", certificate.serialNumber))
        lines.append(DetailView.row("sha256", Words.short(certificate.sha256)))
        lines.append(DetailView.row("SAN", names.isEmpty ? "none" : names.joined(separator: "  ")))
        lines.append(
            DetailView.row(
                "key usage",
                "\(usage.isEmpty ? "none" : usage)   extended: \(extended.isEmpty ? "none" : extended)"
            )
        )
        lines.append(
            DetailView.row(
                "SKI / AKI",
                "\(Words.short(certificate.subjectKeyIdentifier))  /  \(Words.short(certificate.authorityKeyIdentifier))"
            )
        )
        lines.append(DetailView.row("OCSP", ocsp))
        return lines
    }
}
