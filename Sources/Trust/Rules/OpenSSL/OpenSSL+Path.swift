import COpenSSL

/// One complaint of OpenSSL's about a path.
struct OpenSSLFault: Hashable, Sendable {
    /// The X509_V_ERR_….
    let number: Int32
    /// The member's index.
    let member: Int
}

/// Has OpenSSL verify one given path and collects everything that it complains about.
enum OpenSSLPath {
    /// OpenSSL's complaints but for signatures and dates, which the rules check by themselves (each signature once).
    ///
    /// - Parameter checksRevocation: whether the request's lists are looked at, for every member but the anchor.
    static func faults(_ context: RuleContext, checksRevocation: Bool) -> [OpenSSLFault] {
        let collector = Collector()
        let verified = withHandles(context.members) { handles -> Bool in
            verify(context, handles, checksRevocation: checksRevocation, into: collector)
        }
        ERR_clear_error()
        if !verified { collector.faults.append(OpenSSLFault(number: X509_V_ERR_UNSPECIFIED, member: 0)) }
        return collector.faults
    }

    private final class Collector {
        var faults: [OpenSSLFault] = []
    }

    private static func withHandles<Result>(_ members: [Certificate], _ body: ([OpaquePointer]) -> Result) -> Result {
        let handles = members.map { $0.withX509 { $0 } }
        return withExtendedLifetime(members) { body(handles) }
    }

    private static func verify(
        _ context: RuleContext,
        _ handles: [OpaquePointer],
        checksRevocation: Bool,
        into collector: Collector
    ) -> Bool {
        guard let store = X509_STORE_new(), let verification = X509_STORE_CTX_new(),
            let untrusted = co_x509_stack_new(),
            let trusted = co_x509_stack_new(), let lists = co_crl_stack_new()
        else { return false }
        var decoded: [OpaquePointer] = []
        defer {
            X509_STORE_CTX_free(verification)
            X509_STORE_free(store)
            co_x509_stack_free(untrusted)
            co_x509_stack_free(trusted)
            co_crl_stack_free(lists)
            decoded.forEach { X509_CRL_free($0) }
        }
        // In place of OpenSSL's own pass over signatures and dates. The paths of revocation lists inherit it, so there it
        // stays as it is.
        if !checksRevocation { X509_STORE_set_verify(store) { _ in 1 } }
        guard X509_STORE_CTX_init(verification, store, handles[0], untrusted) == 1 else { return false }
        let isAnchored = context.path.anchorKind != nil
        for (index, handle) in handles.enumerated() where index > 0 || handles.count == 1 {
            let isAnchor = isAnchored && index == handles.count - 1
            if isAnchor || index > 0 { co_x509_stack_push(isAnchor ? trusted : untrusted, handle) }
        }
        if checksRevocation {
            // The issuers of lists are looked for in the store and among all that is at hand.
            if isAnchored, let anchor = handles.last { X509_STORE_add_cert(store, anchor) }
            for other in context.others { other.withX509 { _ = co_x509_stack_push(untrusted, $0) } }
            for bytes in context.request.crls {
                guard let list = decode(bytes) else { continue }
                decoded.append(list)
                co_crl_stack_push(lists, list)
            }
            X509_STORE_CTX_set0_crls(verification, lists)
        } else {
            X509_STORE_CTX_set0_trusted_stack(verification, trusted)
        }
        set(verification, context, checksRevocation: checksRevocation)
        X509_STORE_CTX_set_ex_data(verification, 0, Unmanaged.passUnretained(collector).toOpaque())
        X509_STORE_CTX_set_verify_cb(verification) { isGood, verification in
            if isGood == 1 { return 1 }
            // The nested verification of a list's issuer has no collector: there a fault has to stay one.
            guard let pointer = X509_STORE_CTX_get_ex_data(verification, 0) else { return isGood }
            let collector = Unmanaged<Collector>.fromOpaque(pointer).takeUnretainedValue()
            let fault = OpenSSLFault(
                number: X509_STORE_CTX_get_error(verification),
                member: Int(X509_STORE_CTX_get_error_depth(verification))
            )
            if collector.faults.count < 256 { collector.faults.append(fault) }
            return 1
        }
        let result = X509_verify_cert(verification)
        return result == 1 && builtAsGiven(verification, handles)
    }

    private static func set(_ verification: OpaquePointer, _ context: RuleContext, checksRevocation: Bool) {
        guard let parameters = X509_STORE_CTX_get0_param(verification) else { return }
        var flags = UInt(X509_V_FLAG_TRUSTED_FIRST)
        if context.request.allowsPartialChain { flags |= UInt(X509_V_FLAG_PARTIAL_CHAIN) }
        if checksRevocation {
            flags |= UInt(X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL)
            flags |= UInt(X509_V_FLAG_EXTENDED_CRL_SUPPORT | X509_V_FLAG_USE_DELTAS)
        }
        if let inputs = context.request.certificatePolicies {
            flags |= UInt(X509_V_FLAG_POLICY_CHECK)
            if inputs.requireExplicitPolicy { flags |= UInt(X509_V_FLAG_EXPLICIT_POLICY) }
            if inputs.inhibitPolicyMapping { flags |= UInt(X509_V_FLAG_INHIBIT_MAP) }
            if inputs.inhibitAnyPolicy { flags |= UInt(X509_V_FLAG_INHIBIT_ANY) }
            for identifier in inputs.initialPolicySet {
                guard let object = OBJ_txt2obj(identifier, 1) else { continue }
                if X509_VERIFY_PARAM_add0_policy(parameters, object) != 1 { ASN1_OBJECT_free(object) }
            }
        }
        X509_VERIFY_PARAM_set_flags(parameters, flags)
        X509_VERIFY_PARAM_set_time(parameters, Int(clamping: Int64(context.now.timeIntervalSince1970)))
        X509_VERIFY_PARAM_set_depth(parameters, 1000)
        if context.request.rules == .openssl {
            X509_VERIFY_PARAM_set_auth_level(parameters, Int32(clamping: context.request.securityLevel))
            if context.isSSL {
                let isClient = context.request.purpose == .clientAuth
                X509_VERIFY_PARAM_set_purpose(parameters, isClient ? X509_PURPOSE_SSL_CLIENT : X509_PURPOSE_SSL_SERVER)
            }
        }
    }

    /// Whether OpenSSL verified the path that was given, and not another one.
    private static func builtAsGiven(_ verification: OpaquePointer, _ handles: [OpaquePointer]) -> Bool {
        guard let chain = X509_STORE_CTX_get0_chain(verification) else { return false }
        let stack = UnsafeRawPointer(chain)
        return co_stack_count(stack) == Int32(handles.count)
            && handles.indices.allSatisfy { co_stack_value(stack, Int32($0)).map { OpaquePointer($0) } == handles[$0] }
    }

    private static func decode(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_X509_CRL(nil, &position, buffer.count)
        }
    }
}
