import Diagnosis
import Trust

extension HandshakeMessageFacts: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("direction", direction.rawValue, at: level)
            output.field("name", name, at: level)
            output.field("type", type, at: level)
            output.field("version", version, at: level)
            output.field("bytes", bytes, at: level)
            output.field("detail", detail, at: level)
            output.field("content", content, at: level)
            output.field("isProxy", isProxy, at: level)
        }
    }
}

extension HandshakeContent: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("versions", versions, at: level)
            output.field("cipherSuites", cipherSuites, at: level)
            output.field("groups", groups, at: level)
            output.field("keyShares", keyShares, at: level)
            output.field("serverName", serverName, at: level)
            output.field("protocols", protocols, at: level)
            output.field("signatureAlgorithms", signatureAlgorithms, at: level)
            output.field("resumes", resumes, at: level)
            output.field("asksForStaple", asksForStaple, at: level)
            output.field("asksForTimestamps", asksForTimestamps, at: level)
            output.field("isRetryRequest", isRetryRequest, at: level)
            output.field("authorityCount", authorityCount, at: level)
            output.field("authorities", authorities, at: level)
            output.field("keyTypes", keyTypes, at: level)
            output.field("certificateCount", certificateCount, at: level)
            output.field("stapleBytes", stapleBytes, at: level)
            output.field("timestampCount", timestampCount, at: level)
            output.field("ticketLifetime", ticketLifetime, at: level)
        }
    }
}

extension ConnectionFacts: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("address", address, at: level)
            output.field("port", port, at: level)
            output.field("reason", reason, at: level)
            output.field("restsOnRequest", restsOnRequest, at: level)
            output.field("localPort", localPort, at: level)
            output.field("isProxy", isProxy, at: level)
        }
    }
}

extension AnswerFacts: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("answer", answer, at: level)
            output.field("effect", effect, at: level)
            output.field("by", by, at: level)
            output.field("timeHeld", timeHeld, at: level)
        }
    }
}

extension CheckTally: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("ok", ok, at: level)
            output.field("failed", failed, at: level)
            output.field("letBy", letBy, at: level)
            output.field("off", off, at: level)
        }
    }
}

extension ChallengeDigest: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("number", number, at: level)
            output.field("method", method.rawValue, at: level)
            output.field("state", state.rawValue, at: level)
            output.field("answer", answer?.rawValue, at: level)
            output.field("by", by, at: level)
            output.field("proceeds", proceeds, at: level)
            output.field("policySays", policySays, at: level)
            output.field("tally", tally, at: level)
            output.field("faults", faults, at: level)
            output.field("cause", cause, at: level)
            output.field("identity", identity, at: level)
            output.field("offers", offers, at: level)
            output.field("fitting", fitting, at: level)
            output.field("deadline", deadline, at: level)
            output.field("safeAnswer", safeAnswer?.rawValue, at: level)
            output.field("isAssumed", isAssumed, at: level)
        }
    }
}

extension RequestDigest: DirectJSON {
    func write(to output: JSONOutput) {
        output.object { level in
            output.field("number", number, at: level)
            output.field("session", session, at: level)
            output.field("method", method, at: level)
            output.field("url", url, at: level)
            output.field("host", host, at: level)
            output.field("started", started, at: level)
            output.field("ended", ended, at: level)
            output.field("client", client, at: level)
            output.field("flow", flow, at: level)
            output.field("profile", profile, at: level)
            output.field("scenario", scenario, at: level)
            output.field("repeats", repeats, at: level)
            output.field("challenges", challenges, at: level)
            if let noChallenge {
                output.field("noChallenge", NoChallengeJSON(facts: noChallenge), at: level)
            }
            output.field("phase", phase.rawValue, at: level)
            output.field("phaseSince", phaseSince, at: level)
            output.field("tls", tls, at: level)
            output.field("status", status, at: level)
            output.field("hasFinished", hasFinished, at: level)
            output.field("refusal", refusal?.rawValue, at: level)
            output.field("code", code?.rawValue, at: level)
            output.field("reason", reason, at: level)
            output.field("alert", alert, at: level)
            output.field("errorIsAssumed", errorIsAssumed, at: level)
        }
    }
}

/// The challenge that did not come, within a digest.
private struct NoChallengeJSON: DirectJSON {
    let facts: NoChallengeFacts

    func write(to output: JSONOutput) {
        output.object { level in
            output.field("reason", facts.reason.rawValue, at: level)
            output.field("method", facts.method.rawValue, at: level)
            output.field("restsOnRequest", facts.restsOnRequest, at: level)
            output.field("sentence", facts.sentence, at: level)
        }
    }

    func encode(to encoder: any Encoder) throws { try facts.encode(to: encoder) }
}
