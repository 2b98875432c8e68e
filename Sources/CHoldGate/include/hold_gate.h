/* Watches one TLS connection of a client, and can suspend its handshake at either authentication challenge.

   A gate is installed on an SSL_CTX that serves one connection, and belongs to it: it is freed with it. It raises each
   challenge once, takes the answer at once or later, and remembers it until OpenSSL comes back for it. A suspended
   handshake costs no thread: OpenSSL returns as if the socket had nothing to read.

   Everything here runs on the one thread that drives the connection; nothing is locked. */
#ifndef COUNTERSIGN_HOLD_GATE_H
#define COUNTERSIGN_HOLD_GATE_H
#include <openssl/ssl.h>
#include <stddef.h>

typedef struct hold_gate hold_gate;

/* The two challenges that a handshake can raise. */
typedef enum {
    HOLD_GATE_SERVER_TRUST = 0,
    HOLD_GATE_CLIENT_CERTIFICATE = 1
} hold_gate_challenge;

/* Why a suspended handshake can be resumed no more. */
typedef enum {
    HOLD_GATE_PEER_LEFT = 0,    /* the peer closed or reset the connection */
    HOLD_GATE_PEER_FLOODED = 1, /* it sent more than a megabyte while it had to wait */
    HOLD_GATE_NO_MEMORY = 2
} hold_gate_loss;

/* What went over the connection below TLS, ciphertext and headers included. */
typedef struct {
    unsigned long long received, sent; /* bytes */
    unsigned char first[64];           /* the first bytes received */
    size_t first_length;
    int peer_closed; /* reading met the end of the stream */
    int is_broken;   /* reading or writing met an error, for example a reset */
} hold_gate_traffic;

/* What the gate calls, with `context` first. None may be NULL but `key_logged`. */
typedef struct {
    void *context;
    /* The first handshake is about to begin: the last moment to change what the ClientHello says. */
    void (*starting)(void *context, SSL *ssl);
    /* A challenge. For server trust `store` holds the presented chain (X509_STORE_CTX_get0_untrusted: leaf first, in
       the order of presentation); it is NULL for a client certificate. Answer now, or later. */
    void (*raised)(void *context, SSL *ssl, hold_gate_challenge challenge, X509_STORE_CTX *store);
    /* The answer to a client-certificate challenge is being obeyed: put the certificate, chain and key on `ssl`, or
       nothing for an empty answer. Returns 1, or 0 to end the handshake. What an earlier answer had put there is gone. */
    int (*present)(void *context, SSL *ssl);
    /* The challenge that is being held is lost; the handshake ends. */
    void (*lost)(void *context, hold_gate_challenge challenge, hold_gate_loss loss);
    /* A whole message of content type 20 (change cipher spec), 21 (alert) or 22 (handshake), in the clear. `version` is
       the protocol version as in SSL_version(3). Received messages come in the order of processing. */
    void (*message)(void *context, SSL *ssl, int is_sent, int version, int content_type, const unsigned char *bytes,
                    size_t length);
    /* A line for a key log, without its line end. It may be NULL: then no secret is asked for. */
    void (*key_logged)(void *context, const char *line);
    /* The first handshake is done; the server may still refuse (TLS 1.3). */
    void (*finished)(void *context, SSL *ssl);
    /* The SSL_CTX is being freed; the last call. The gate can still be asked for its traffic. */
    void (*released)(void *context);
} hold_gate_callbacks;

/* Installs a gate: sets SSL_VERIFY_PEER and the verify, certificate, message and info callbacks of `ssl_context`.
   NULL when there is no memory; then nothing was set and `released` is not called. */
hold_gate *hold_gate_install(SSL_CTX *ssl_context, const hold_gate_callbacks *callbacks);

/* The gate of a connection, or NULL when it has none. */
hold_gate *hold_gate_of(const SSL *ssl);

/* The `context` that the gate was installed with. */
void *hold_gate_context(const hold_gate *gate);

/* Answers the server-trust challenge that was raised: X509_V_OK goes on, any other X509_V_ERR_… refuses and decides
   the alert that is sent. Returns 1, or 0 when no such challenge waits for an answer (the first answer counts). */
int hold_gate_answer_trust(hold_gate *gate, int x509_error);

/* Answers the client-certificate challenge that was raised: 1 goes on by way of `present`, 0 ends the handshake with
   alert 80. Returns 1, or 0 when no such challenge waits for an answer. */
int hold_gate_answer_identity(hold_gate *gate, int proceeds);

/* Whether a challenge of this kind was raised and has no answer yet. */
int hold_gate_is_waiting(const hold_gate *gate, hold_gate_challenge challenge);

/* Bytes that were read from the socket while the handshake was suspended and that OpenSSL has not taken yet. While
   there are any, the socket's readiness alone does not tell whether there is something to read. */
size_t hold_gate_pending(const hold_gate *gate);

/* What went over the connection so far. */
const hold_gate_traffic *hold_gate_traffic_of(const hold_gate *gate);

#endif
