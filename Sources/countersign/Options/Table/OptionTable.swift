import Trust

extension Option {
    /// Every option of every sub-command: a new one gets a line here, and is read where it counts.
    static let all: [Option] =
        [
            .method, .header, .body, .jsonBody, .form, .multipart, .saveBody, .curl, .page,
            .hold, .chain, .host, .purpose, .maximumDepth,
            .revocationList,
            .staple, .batch, .list, .only, .port, .judge,
            .export, .name, .listen, .request, .jsonl, .markdown,
        ]
        + [.allClients, .computed, .victim, .challenge, .failOn, .rotate]
        + [.output, .theme, .color, .plain, .script, .demo, .open, .json]
        + [.policy, .flow, .bundle, .rules, .pinning, .pin, .allowInvalid, .noDomain]
        + [.onServerTrust, .onClientCertificate, .delegate]
        + [.anchors, .userAnchors, .systemAnchors, .anchorsOnly, .noPartialChain, .securityLevel, .at]
        + [.ats, .noATS, .infoPlist, .atsOrder]
        + [
            .minimumTLS, .maximumTLS, .ipv4, .ipv6, .http11, .connectTo, .serverName, .validateAs, .proxy,
            .proxyAnchors,
        ]
        + [.user, .passwordFile, .proxyUser, .proxyPasswordFile]
        + [.cache, .session, .timeout, .maxRedirects, .acceptTypes, .keyLog, .answersKept, .fresh]
        + [.identity, .identityKey, .identityRule, .identityPasswordFile, .legacyProvider]
        + [.write, .fileForm, .readableBy, .withChain]
        + [.log, .noLog, .help, .version]

    /// Those that judge with a client of their own choice; `ats` sets its transport security itself.
    static let judges: Set<SubCommand> = [
        .fire, .evaluate, .inspect, .policy, .matrix, .attack, .code,
    ]
    static let clients = judges.union([.ats])
    static let senders: Set<SubCommand> = [.fire, .inspect, .ats]
    static let audits: Set<SubCommand> = [.policy, .matrix, .attack]
    static let offerers = senders.union([.policy, .matrix, .attack, .code])
    static let offeringVersions: Set<SubCommand> = [.fire, .inspect, .policy, .matrix, .attack, .code]
    static let everywhere = Set(SubCommand.allCases)
}
