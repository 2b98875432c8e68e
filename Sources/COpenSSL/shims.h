// OpenSSL's macros as functions, where Swift cannot see them.
#ifndef COUNTERSIGN_COPENSSL_SHIMS_H
#define COUNTERSIGN_COPENSSL_SHIMS_H
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/conf.h>
#include <openssl/core_names.h>
#include <openssl/dh.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/ocsp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/pkcs7.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Stacks: the typed accessors are macros or inline functions over OPENSSL_STACK.
static inline int co_stack_count(const void *stack) { return stack ? OPENSSL_sk_num((const OPENSSL_STACK *)stack) : 0; }
static inline void *co_stack_value(const void *stack, int index) {
    return OPENSSL_sk_value((const OPENSSL_STACK *)stack, index);
}
static inline STACK_OF(X509) *co_x509_stack_new(void) { return sk_X509_new_null(); }
static inline int co_x509_stack_push(STACK_OF(X509) *stack, X509 *certificate) { return sk_X509_push(stack, certificate); }
static inline void co_x509_stack_free(STACK_OF(X509) *stack) { sk_X509_free(stack); }
static inline void co_x509_stack_pop_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }
static inline STACK_OF(PKCS7) *co_pkcs7_stack_new(void) { return sk_PKCS7_new_null(); }
static inline int co_pkcs7_stack_push(STACK_OF(PKCS7) *stack, PKCS7 *part) { return sk_PKCS7_push(stack, part); }
static inline STACK_OF(PKCS12_SAFEBAG) *co_safebag_stack_new(void) { return sk_PKCS12_SAFEBAG_new_null(); }
static inline int co_safebag_stack_push(STACK_OF(PKCS12_SAFEBAG) *stack, PKCS12_SAFEBAG *bag) {
    return sk_PKCS12_SAFEBAG_push(stack, bag);
}
static inline void co_pkcs7_stack_free(STACK_OF(PKCS7) *stack) { sk_PKCS7_pop_free(stack, PKCS7_free); }
static inline void co_safebag_stack_free(STACK_OF(PKCS12_SAFEBAG) *stack) {
    sk_PKCS12_SAFEBAG_pop_free(stack, PKCS12_SAFEBAG_free);
}
static inline STACK_OF(X509_CRL) *co_crl_stack_new(void) { return sk_X509_CRL_new_null(); }
static inline int co_crl_stack_push(STACK_OF(X509_CRL) *stack, X509_CRL *crl) { return sk_X509_CRL_push(stack, crl); }
static inline void co_crl_stack_free(STACK_OF(X509_CRL) *stack) { sk_X509_CRL_free(stack); }

// RFC 2253's order and escapes, UTF-8 left as it is, ", " between the parts.
static inline int co_print_name(BIO *bio, const X509_NAME *name) {
    return X509_NAME_print_ex(bio, name, 0,
        ((XN_FLAG_RFC2253 & ~XN_FLAG_SEP_MASK) | XN_FLAG_SEP_CPLUS_SPC) & ~ASN1_STRFLGS_ESC_MSB);
}
static inline void co_openssl_free(void *memory) { OPENSSL_free(memory); }
static inline long co_bio_mem_data(BIO *bio, char **data) { return BIO_get_mem_data(bio, data); }
static inline long co_set_min_proto(SSL_CTX *context, int version) {
    return SSL_CTX_set_min_proto_version(context, version);
}
static inline long co_set_max_proto(SSL_CTX *context, int version) {
    return SSL_CTX_set_max_proto_version(context, version);
}
static inline long co_set_tlsext_host_name(SSL *ssl, const char *name) { return SSL_set_tlsext_host_name(ssl, name); }

static inline void co_clear_tlsext_host_name(SSL *ssl) {
    SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, NULL);
}

// Stapled OCSP responses.
static inline void co_ask_for_staple(SSL *ssl) { SSL_set_tlsext_status_type(ssl, TLSEXT_STATUSTYPE_ocsp); }
static inline long co_staple(SSL *ssl, const unsigned char **bytes) {
    return SSL_get_tlsext_status_ocsp_resp(ssl, bytes);
}
static inline void co_set_staple_callback(SSL_CTX *context, int (*callback)(SSL *, void *), void *argument) {
    SSL_CTX_set_tlsext_status_cb(context, callback);
    SSL_CTX_set_tlsext_status_arg(context, argument);
}

// SSL: what is a macro over SSL_ctrl and its like.
static inline int co_negotiated_group(SSL *ssl) { return (int)SSL_get_negotiated_group(ssl); }
static inline const char *co_group_name(SSL *ssl, int identifier) { return SSL_group_to_name(ssl, identifier); }
static inline int co_set_chain(SSL *ssl, STACK_OF(X509) *chain) { return (int)SSL_set1_chain(ssl, chain); }
static inline void co_set_no_auto_chain(SSL *ssl) { SSL_set_mode(ssl, SSL_MODE_NO_AUTO_CHAIN); }
static inline void co_set_max_cert_list(SSL_CTX *context, long bytes) { SSL_CTX_set_max_cert_list(context, bytes); }
static inline const unsigned char *co_certificate_types(const SSL *ssl, size_t *count) {
    const unsigned char *types = NULL;
    *count = SSL_get0_certificate_types((SSL *)ssl, &types);
    return types;
}
static inline int co_session_index_new(void) {
    return CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL_SESSION, 0, NULL, NULL, NULL, NULL);
}
static inline int co_error_library(unsigned long error) { return ERR_GET_LIB(error); }
static inline int co_error_reason(unsigned long error) { return ERR_GET_REASON(error); }
static inline EVP_PKEY *co_ec_key_new(void) { return EVP_EC_gen("P-256"); }
static inline EVP_PKEY *co_rsa_key_new(unsigned int bits) { return EVP_RSA_gen(bits); }
static inline int co_ctx_set_chain(SSL_CTX *context, STACK_OF(X509) *chain) {
    return (int)SSL_CTX_set1_chain(context, chain);
}
// Gives a certificate one alternative name, a copy of `name`.
static inline int co_set_alternative_name(X509 *certificate, const void *name) {
    GENERAL_NAMES *names = GENERAL_NAMES_new();
    GENERAL_NAME *copy = GENERAL_NAME_dup((GENERAL_NAME *)name);
    int result = 0;
    if (names && copy && sk_GENERAL_NAME_push(names, copy)) {
        copy = NULL;
        result = X509_add1_ext_i2d(certificate, NID_subject_alt_name, names, 0, X509V3_ADD_REPLACE);
        // Decodes the extension into the certificate, where the checks of names look for it.
        X509_check_purpose(certificate, -1, 0);
    }
    GENERAL_NAME_free(copy);
    GENERAL_NAMES_free(names);
    return result;
}
#include "lab.h"
// Frees what an extension decoded to.
static inline void co_free_extension(int nid, void *value) {
    const X509V3_EXT_METHOD *method = X509V3_EXT_get_nid(nid);
    if (!method) return;
    if (method->it) ASN1_item_free((ASN1_VALUE *)value, ASN1_ITEM_ptr(method->it));
    else if (method->ext_free) method->ext_free(value);
}
#endif
