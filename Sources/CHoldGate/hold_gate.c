/* How a handshake is suspended inside libcurl (7.87 and later) without a thread:

   libcurl takes any error of SSL_connect or SSL_read whose last BIO operation said "try again" as "the socket has
   nothing to read". So before suspending, everything that the socket has is read ahead into a filter BIO, until the
   socket says "try again"; then the verify callback returns with SSL_set_retry_verify, or the certificate callback
   with -1. The bytes are not lost: OpenSSL takes them from the filter when it goes on. A peer that hangs up makes the
   socket readable, libcurl calls OpenSSL, OpenSSL calls the callback again, and reading ahead meets the end. */
#include "hold_gate.h"

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/x509_vfy.h>
#include <stdlib.h>
#include <string.h>

enum { READ_CHUNK = 4096, FIRST_CAPACITY = 16384, LARGEST_CAPACITY = 1 << 20 };

typedef enum { IDLE, RAISED, ANSWERED } stage;

/* One kind of challenge; used again for each one of its kind in the connection's life (renegotiation, and
   authentication after the handshake). */
typedef struct {
    stage stage;
    int answer; /* server trust: X509_V_…; client certificate: 1 goes on, 0 ends */
} holder;

struct hold_gate {
    hold_gate_callbacks callbacks;
    holder trust, identity;
    BIO *filter; /* in the SSL's read chain, which owns it; NULL until the first hold */
    hold_gate_traffic traffic;
    int is_started, is_finished;
};

/* ---- the filter ---- */

typedef struct {
    hold_gate *gate;
    unsigned char *bytes;
    size_t offset, length, capacity;
    int is_ended; /* the socket said end or error while reading ahead */
} read_ahead;

static int filter_read(BIO *bio, char *out, int wanted)
{
    read_ahead *ahead = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (out == NULL || wanted <= 0) return 0;
    if (ahead->length > 0) {
        size_t count = (size_t)wanted < ahead->length ? (size_t)wanted : ahead->length;
        memcpy(out, ahead->bytes + ahead->offset, count);
        ahead->offset += count;
        ahead->length -= count;
        if (ahead->length == 0) {
            free(ahead->bytes);
            ahead->bytes = NULL;
            ahead->offset = ahead->capacity = 0;
        }
        return (int)count;
    }
    if (ahead->is_ended) return 0;
    int count = BIO_read(BIO_next(bio), out, wanted);
    BIO_copy_next_retry(bio);
    return count;
}

static int filter_write(BIO *bio, const char *bytes, int length)
{
    BIO_clear_retry_flags(bio);
    int count = BIO_write(BIO_next(bio), bytes, length);
    BIO_copy_next_retry(bio);
    return count;
}

static long filter_ctrl(BIO *bio, int command, long number, void *pointer)
{
    read_ahead *ahead = BIO_get_data(bio);
    BIO *next = BIO_next(bio);
    switch (command) {
    case BIO_CTRL_PENDING:
        return (long)ahead->length + (next != NULL ? BIO_ctrl(next, command, number, pointer) : 0);
    case BIO_CTRL_EOF:
        if (ahead->length > 0) return 0;
        if (ahead->is_ended) return 1;
        break;
    case BIO_CTRL_DUP:
        return 0;
    default:
        break;
    }
    return next != NULL ? BIO_ctrl(next, command, number, pointer) : 0;
}

static int filter_destroy(BIO *bio)
{
    read_ahead *ahead = BIO_get_data(bio);
    if (ahead != NULL) {
        if (ahead->gate != NULL) ahead->gate->filter = NULL;
        free(ahead->bytes);
        free(ahead);
        BIO_set_data(bio, NULL);
    }
    return 1;
}

static CRYPTO_ONCE once = CRYPTO_ONCE_STATIC_INIT;
static BIO_METHOD *filter_method;
static int gate_index = -1;

static void free_gate(void *parent, void *pointer, CRYPTO_EX_DATA *data, int index, long number, void *argument)
{
    (void)parent, (void)data, (void)index, (void)number, (void)argument;
    hold_gate *gate = pointer;
    if (gate == NULL) return;
    if (gate->filter != NULL) ((read_ahead *)BIO_get_data(gate->filter))->gate = NULL;
    gate->callbacks.released(gate->callbacks.context);
    free(gate);
}

static void initialise(void)
{
    gate_index = SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, free_gate);
    BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_FILTER, "hold gate");
    if (method == NULL) return;
    if (BIO_meth_set_read(method, filter_read) && BIO_meth_set_write(method, filter_write)
        && BIO_meth_set_ctrl(method, filter_ctrl) && BIO_meth_set_destroy(method, filter_destroy)) {
        filter_method = method;
    } else {
        BIO_meth_free(method);
    }
}

/* Puts the filter between the SSL and its socket, once a connection. */
static int attach_filter(hold_gate *gate, SSL *ssl)
{
    if (gate->filter != NULL) return 1;
    BIO *socket = SSL_get_rbio(ssl);
    read_ahead *ahead = calloc(1, sizeof *ahead);
    BIO *filter = ahead != NULL && socket != NULL ? BIO_new(filter_method) : NULL;
    if (filter == NULL) {
        free(ahead);
        return 0;
    }
    ahead->gate = gate;
    BIO_set_data(filter, ahead);
    BIO_set_init(filter, 1);
    BIO_up_ref(socket);
    BIO_push(filter, socket);
    SSL_set0_rbio(ssl, filter);
    gate->filter = filter;
    return 1;
}

static int reserve(read_ahead *ahead)
{
    if (ahead->offset > 0) {
        memmove(ahead->bytes, ahead->bytes + ahead->offset, ahead->length);
        ahead->offset = 0;
    }
    if (ahead->length + READ_CHUNK <= ahead->capacity) return 1;
    size_t capacity = ahead->capacity > 0 ? ahead->capacity * 2 : FIRST_CAPACITY;
    unsigned char *bytes = realloc(ahead->bytes, capacity);
    if (bytes == NULL) return 0;
    ahead->bytes = bytes;
    ahead->capacity = capacity;
    return 1;
}

/* Reads until the socket says "try again". Returns 1 when it did, so that suspending is safe; else 0 and the loss. */
static int read_to_the_end(hold_gate *gate, hold_gate_loss *loss)
{
    read_ahead *ahead = BIO_get_data(gate->filter);
    BIO *socket = BIO_next(gate->filter);
    for (;;) {
        if (ahead->length + READ_CHUNK > LARGEST_CAPACITY) {
            *loss = HOLD_GATE_PEER_FLOODED;
            return 0;
        }
        if (!reserve(ahead)) {
            *loss = HOLD_GATE_NO_MEMORY;
            return 0;
        }
        int count = BIO_read(socket, ahead->bytes + ahead->length, READ_CHUNK);
        if (count > 0) {
            ahead->length += (size_t)count;
            continue;
        }
        if (BIO_should_read(socket)) return 1;
        ahead->is_ended = 1;
        *loss = HOLD_GATE_PEER_LEFT;
        return 0;
    }
}

/* Returns 1 when the handshake may be suspended now; else reports the loss and forgets the challenge. */
static int suspend(hold_gate *gate, SSL *ssl, hold_gate_challenge challenge)
{
    hold_gate_loss loss = HOLD_GATE_NO_MEMORY;
    if (attach_filter(gate, ssl) && read_to_the_end(gate, &loss)) return 1;
    (challenge == HOLD_GATE_SERVER_TRUST ? &gate->trust : &gate->identity)->stage = IDLE;
    gate->callbacks.lost(gate->callbacks.context, challenge, loss);
    return 0;
}

/* ---- what OpenSSL calls ---- */

static long traffic_callback(BIO *bio, int operation, const char *bytes, size_t length, int number,
                             long number2, int result, size_t *processed)
{
    (void)length, (void)number, (void)number2;
    hold_gate_traffic *traffic = &((hold_gate *)BIO_get_callback_arg(bio))->traffic;
    size_t count = result > 0 && processed != NULL ? *processed : 0;
    if (operation == (BIO_CB_READ | BIO_CB_RETURN)) {
        if (traffic->first_length < sizeof traffic->first && count > 0) {
            size_t room = sizeof traffic->first - traffic->first_length;
            size_t taken = count < room ? count : room;
            memcpy(traffic->first + traffic->first_length, bytes, taken);
            traffic->first_length += taken;
        }
        traffic->received += count;
        if (result == 0 && !BIO_should_retry(bio)) traffic->peer_closed = 1;
        if (result < 0 && !BIO_should_retry(bio)) traffic->is_broken = 1;
    } else if (operation == (BIO_CB_WRITE | BIO_CB_RETURN)) {
        traffic->sent += count;
        if (result < 0 && !BIO_should_retry(bio)) traffic->is_broken = 1;
    }
    return result;
}

static int verify_callback(X509_STORE_CTX *store, void *argument)
{
    hold_gate *gate = argument;
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    if (gate->trust.stage == IDLE) {
        gate->trust.stage = RAISED;
        gate->callbacks.raised(gate->callbacks.context, ssl, HOLD_GATE_SERVER_TRUST, store);
    }
    if (gate->trust.stage == RAISED) {
        if (suspend(gate, ssl, HOLD_GATE_SERVER_TRUST)) return SSL_set_retry_verify(ssl);
        X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
        return 0;
    }
    gate->trust.stage = IDLE;
    X509_STORE_CTX_set_error(store, gate->trust.answer);
    return gate->trust.answer == X509_V_OK;
}

static int certificate_callback(SSL *ssl, void *argument)
{
    hold_gate *gate = argument;
    if (gate->identity.stage == IDLE) {
        gate->identity.stage = RAISED;
        gate->callbacks.raised(gate->callbacks.context, ssl, HOLD_GATE_CLIENT_CERTIFICATE, NULL);
    }
    if (gate->identity.stage == RAISED) return suspend(gate, ssl, HOLD_GATE_CLIENT_CERTIFICATE) ? -1 : 0;
    gate->identity.stage = IDLE;
    if (!gate->identity.answer) return 0;
    SSL_certs_clear(ssl);
    return gate->callbacks.present(gate->callbacks.context, ssl);
}

static void message_callback(int is_sent, int version, int content_type, const void *bytes, size_t length, SSL *ssl,
                             void *argument)
{
    hold_gate *gate = argument;
    /* The others (256, 257, …) are headers of records and OpenSSL's own, no messages. */
    if (content_type < SSL3_RT_CHANGE_CIPHER_SPEC || content_type > SSL3_RT_HANDSHAKE) return;
    gate->callbacks.message(gate->callbacks.context, ssl, is_sent, version, content_type, bytes, length);
}

static void keylog_callback(const SSL *ssl, const char *line)
{
    hold_gate *gate = hold_gate_of(ssl);
    if (gate != NULL) gate->callbacks.key_logged(gate->callbacks.context, line);
}

static void info_callback(const SSL *ssl, int where, int result)
{
    (void)result;
    hold_gate *gate = hold_gate_of(ssl);
    if (gate == NULL) return;
    /* Both are reported again for renegotiation and, in TLS 1.3, around each ticket. */
    if (where == SSL_CB_HANDSHAKE_START && !gate->is_started) {
        gate->is_started = 1;
        BIO *socket = SSL_get_rbio(ssl); /* libcurl's one BIO for both directions */
        if (socket != NULL) {
            BIO_set_callback_arg(socket, (char *)gate);
            BIO_set_callback_ex(socket, traffic_callback);
        }
        gate->callbacks.starting(gate->callbacks.context, (SSL *)ssl);
    } else if (where == SSL_CB_HANDSHAKE_DONE && !gate->is_finished) {
        gate->is_finished = 1;
        gate->callbacks.finished(gate->callbacks.context, (SSL *)ssl);
    }
}

/* ---- what the owner calls ---- */

hold_gate *hold_gate_install(SSL_CTX *ssl_context, const hold_gate_callbacks *callbacks)
{
    if (!CRYPTO_THREAD_run_once(&once, initialise) || gate_index < 0 || filter_method == NULL) return NULL;
    hold_gate *gate = calloc(1, sizeof *gate);
    if (gate == NULL) return NULL;
    gate->callbacks = *callbacks;
    if (!SSL_CTX_set_ex_data(ssl_context, gate_index, gate)) {
        free(gate);
        return NULL;
    }
    SSL_CTX_set_verify(ssl_context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_cert_verify_callback(ssl_context, verify_callback, gate);
    SSL_CTX_set_cert_cb(ssl_context, certificate_callback, gate);
    SSL_CTX_set_msg_callback(ssl_context, message_callback);
    SSL_CTX_set_msg_callback_arg(ssl_context, gate);
    SSL_CTX_set_info_callback(ssl_context, info_callback);
    /* libcurl may have set its own for SSLKEYLOGFILE: without a wish there is no key log at all. */
    SSL_CTX_set_keylog_callback(ssl_context, callbacks->key_logged != NULL ? keylog_callback : NULL);
    return gate;
}

hold_gate *hold_gate_of(const SSL *ssl)
{
    return gate_index < 0 ? NULL : SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), gate_index);
}

void *hold_gate_context(const hold_gate *gate) { return gate->callbacks.context; }

static int answer(holder *holder, int value)
{
    if (holder->stage != RAISED) return 0;
    holder->stage = ANSWERED;
    holder->answer = value;
    return 1;
}

int hold_gate_answer_trust(hold_gate *gate, int x509_error) { return answer(&gate->trust, x509_error); }

int hold_gate_answer_identity(hold_gate *gate, int proceeds) { return answer(&gate->identity, proceeds); }

int hold_gate_is_waiting(const hold_gate *gate, hold_gate_challenge challenge)
{
    return (challenge == HOLD_GATE_SERVER_TRUST ? &gate->trust : &gate->identity)->stage == RAISED;
}

size_t hold_gate_pending(const hold_gate *gate)
{
    return gate->filter != NULL ? ((read_ahead *)BIO_get_data(gate->filter))->length : 0;
}

const hold_gate_traffic *hold_gate_traffic_of(const hold_gate *gate) { return &gate->traffic; }
