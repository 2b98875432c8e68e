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
#include <openssl/ocsp.h>
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
#endif
