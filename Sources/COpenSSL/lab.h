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
static inline STACK_OF(X509_NAME) *co_name_stack_new(void) { return sk_X509_NAME_new_null(); }
static inline int co_name_stack_push(STACK_OF(X509_NAME) *names, X509_NAME *name) {
    return sk_X509_NAME_push(names, name);
}
static inline void co_ctx_set_read_ahead(SSL_CTX *context) { SSL_CTX_set_read_ahead(context, 1); }
static inline void co_ctx_set_session_cache(SSL_CTX *context, long mode) {
    SSL_CTX_set_session_cache_mode(context, mode);
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
#endif
