// What the lab needs of OpenSSL beyond shims.h: issuing certificates, and the server's side of TLS.
#ifndef COUNTERSIGN_COPENSSL_LAB_H
#define COUNTERSIGN_COPENSSL_LAB_H
static inline EVP_PKEY *co_curve_key_new(const char *curve) { return EVP_EC_gen(curve); }
static inline void co_x509v3_set_ctx_nodb(X509V3_CTX *context) { X509V3_set_ctx_nodb(context); }
static inline GENERAL_NAMES *co_general_names_new(void) { return sk_GENERAL_NAME_new_null(); }
static inline void co_general_names_free(GENERAL_NAMES *names) { sk_GENERAL_NAME_pop_free(names, GENERAL_NAME_free); }
// Adds a name of a type whose value is a string (GEN_DNS, GEN_IPADD, GEN_EMAIL, GEN_URI), its bytes taken as they are.
static inline int co_general_names_add(GENERAL_NAMES *names, int type, const unsigned char *bytes, int count) {
    GENERAL_NAME *name = GENERAL_NAME_new();
    ASN1_STRING *value = ASN1_STRING_type_new(type == GEN_IPADD ? V_ASN1_OCTET_STRING : V_ASN1_IA5STRING);
    if (!name || !value || !ASN1_STRING_set(value, bytes, count)) {
        GENERAL_NAME_free(name);
        ASN1_STRING_free(value);
        return 0;
    }
    GENERAL_NAME_set0_value(name, type, value);
    if (sk_GENERAL_NAME_push(names, name) > 0) return 1;
    GENERAL_NAME_free(name);
    return 0;
}
static inline long co_ctx_add1_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return SSL_CTX_add1_chain_cert(context, certificate);
}
static inline long co_ctx_set_mode(SSL_CTX *context, long mode) { return SSL_CTX_set_mode(context, mode); }
static inline long co_ctx_set1_verify_store(SSL_CTX *context, X509_STORE *store) {
    return SSL_CTX_set1_verify_cert_store(context, store);
}
static const uint64_t CO_OP_NO_RENEGOTIATION = SSL_OP_NO_RENEGOTIATION, CO_OP_NO_TICKET = SSL_OP_NO_TICKET;
static const uint64_t CO_OP_NO_RESUMPTION_ON_RENEGOTIATION = SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION;
static inline long co_ctx_set_group_parameters(SSL_CTX *context, EVP_PKEY *parameters) {
    return SSL_CTX_set0_tmp_dh_pkey(context, parameters);
}
static inline STACK_OF(X509_NAME) *co_name_stack_new(void) { return sk_X509_NAME_new_null(); }
static inline int co_name_stack_push(STACK_OF(X509_NAME) *names, X509_NAME *name) {
    return sk_X509_NAME_push(names, name);
}
static inline void co_ctx_set_read_ahead(SSL_CTX *context) { SSL_CTX_set_read_ahead(context, 1); }
static inline void co_ctx_set_session_cache(SSL_CTX *context, long mode) {
    SSL_CTX_set_session_cache_mode(context, mode);
}
// Gives a copy of an OCSP response to a server's connection.
static inline int co_give_staple(SSL *ssl, const unsigned char *bytes, size_t count) {
    unsigned char *copy = OPENSSL_memdup(bytes, count);
    if (!copy) return 0;
    if (SSL_set_tlsext_status_ocsp_resp(ssl, copy, (long)count) == 1) return 1;
    OPENSSL_free(copy);
    return 0;
}
static inline long co_ctx_set_servername_callback(SSL_CTX *context, int (*callback)(SSL *, int *, void *)) {
    return SSL_CTX_set_tlsext_servername_callback(context, callback);
}
// A key on a curve whose two halves do not belong together: the public one is that of a certificate. NULL where OpenSSL
// does not make it.
static inline EVP_PKEY *co_forged_key_new(const char *curve, X509 *certificate, unsigned char *secret, size_t count) {
    unsigned char point[256];
    size_t length = 0;
    EVP_PKEY *key = NULL, *real = X509_get0_pubkey(certificate);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (context && real && EVP_PKEY_get_octet_string_param(real, "encoded-pub-key", point, sizeof point, &length) == 1) {
        OSSL_PARAM parameters[] = {
            OSSL_PARAM_construct_utf8_string("group", (char *)curve, 0),
            OSSL_PARAM_construct_octet_string("pub", point, length),
            OSSL_PARAM_construct_BN("priv", secret, count),
            OSSL_PARAM_construct_end(),
        };
        if (EVP_PKEY_fromdata_init(context) <= 0 || EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) <= 0)
            key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    return key;
}
static inline long co_ctx_set_status_callback(SSL_CTX *context, int (*callback)(SSL *, void *), void *argument) {
    SSL_CTX_set_tlsext_status_arg(context, argument);
    return SSL_CTX_set_tlsext_status_cb(context, callback);
}
// Staples a copy of an OCSP response.
static inline int co_set_status_response(SSL *ssl, const unsigned char *bytes, size_t count) {
    unsigned char *copy = OPENSSL_memdup(bytes, count);
    if (copy && SSL_set_tlsext_status_ocsp_resp(ssl, copy, (long)count) == 1) return 1;
    OPENSSL_free(copy);
    return 0;
}
// How a finite-field group is weak beside its size.
enum { CO_GROUP_SOUND, CO_GROUP_COMPOSITE, CO_GROUP_SMALL_SUBGROUP };
// The modulus of such a group: Oakley group 2 (RFC 2409) for 1024 bits, group 14 (RFC 3526) for 2048; a composite one of
// 2048 bits is the square of that of half its size.
static inline BIGNUM *co_modp_modulus_new(int bits, int kind) {
    if (kind != CO_GROUP_COMPOSITE)
        return bits == 1024 ? BN_get_rfc2409_prime_1024(NULL) : BN_get_rfc3526_prime_2048(NULL);
    BIGNUM *half = BN_get_rfc2409_prime_1024(NULL);
    BIGNUM *modulus = BN_new();
    BN_CTX *scratch = BN_CTX_new();
    if (half && modulus && scratch) BN_sqr(modulus, half, scratch);
    BN_CTX_free(scratch);
    BN_free(half);
    return modulus;
}
// The parameters of a finite-field group; the generator of a small subgroup is one less than the modulus, its order two.
static inline EVP_PKEY *co_modp_parameters_new(int bits, int kind) {
    BIGNUM *prime = co_modp_modulus_new(bits, kind);
    BIGNUM *generator = kind == CO_GROUP_SMALL_SUBGROUP && prime ? BN_dup(prime) : BN_new();
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "DH", NULL);
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY *result = NULL;
    if (prime && generator && builder && context && (kind == CO_GROUP_SMALL_SUBGROUP ? BN_sub_word(generator, 1) : BN_set_word(generator, 2))
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_FFC_P, prime)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_FFC_G, generator)
        && (parameters = OSSL_PARAM_BLD_to_param(builder)) && EVP_PKEY_fromdata_init(context) > 0)
        EVP_PKEY_fromdata(context, &result, EVP_PKEY_KEY_PARAMETERS, parameters);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    BN_free(generator);
    BN_free(prime);
    return result;
}
// A request for a certificate like this one, signed by its key: subject, names and usages are asked for.
static inline X509_REQ *co_signing_request_new(X509 *certificate, EVP_PKEY *key) {
    static const int wanted[] = { NID_subject_alt_name, NID_key_usage, NID_ext_key_usage };
    X509_REQ *request = X509_to_X509_REQ(certificate, NULL, NULL);
    STACK_OF(X509_EXTENSION) *extensions = sk_X509_EXTENSION_new_null();
    int good = request && extensions;
    for (int index = 0; good && index < 3; index++) {
        int place = X509_get_ext_by_NID(certificate, wanted[index], -1);
        // Lent by the certificate: the request takes copies.
        if (place >= 0) good = sk_X509_EXTENSION_push(extensions, X509_get_ext(certificate, place)) > 0;
    }
    good = good && X509_REQ_add_extensions(request, extensions) && X509_REQ_sign(request, key, EVP_sha256()) > 0;
    sk_X509_EXTENSION_free(extensions);
    if (good) return request;
    X509_REQ_free(request);
    return NULL;
}
// Certificates with the attribute by which Java knows a trusted one (Oracle's trustedKeyUsage: any).
static inline PKCS12 *co_trust_store_new(STACK_OF(X509) *certificates, const char *pass, int iterations) {
    STACK_OF(PKCS12_SAFEBAG) *bags = NULL;
    STACK_OF(PKCS7) *safes = NULL;
    PKCS12 *store = NULL;
    int good = 1;
    for (int index = 0; good && index < sk_X509_num(certificates); index++) {
        PKCS12_SAFEBAG *bag = PKCS12_add_cert(&bags, sk_X509_value(certificates, index));
        char name[] = "lab-0";
        name[4] = (char)('0' + index % 10);
        good = bag && PKCS12_add_friendlyname_utf8(bag, name, -1)
            && PKCS12_add1_attr_by_txt(bag, "2.16.840.1.113894.746875.1.1", V_ASN1_OBJECT,
                (const unsigned char *)OBJ_nid2obj(NID_anyExtendedKeyUsage), -1);
    }
    if (good && PKCS12_add_safe(&safes, bags, NID_aes_256_cbc, iterations, pass)) {
        store = PKCS12_add_safes(safes, 0);
        if (store && !PKCS12_set_mac(store, pass, -1, NULL, 0, iterations, EVP_sha256())) {
            PKCS12_free(store);
            store = NULL;
        }
    }
    sk_PKCS7_pop_free(safes, PKCS7_free);
    sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
    return store;
}
#endif
