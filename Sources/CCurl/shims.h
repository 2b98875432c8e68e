// curl_easy_setopt and friends are variadic: one inline shim per argument type.
#ifndef COUNTERSIGN_CCURL_SHIMS_H
#define COUNTERSIGN_CCURL_SHIMS_H
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

static inline CURLcode cc_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode cc_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode cc_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode cc_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode cc_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode cc_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode cc_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode cc_get_string(CURL *handle, CURLINFO info, char **value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode cc_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}

// Callbacks, each with its own argument type and the pointer that it is called with.
typedef size_t (*cc_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*cc_open_callback)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*cc_close_callback)(void *context, curl_socket_t socket);
typedef CURLcode (*cc_ssl_context_callback)(CURL *handle, void *ssl_context, void *context);
typedef int (*cc_request_callback)(void *context, char *peer, char *own, int peer_port, int own_port);

static inline void cc_set_write_callback(CURL *handle, cc_data_callback callback, void *context) {
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}
static inline void cc_set_header_callback(CURL *handle, cc_data_callback callback, void *context) {
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, callback);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
}
static inline void cc_set_open_callback(CURL *handle, cc_open_callback callback, void *context) {
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
}
static inline void cc_set_close_callback(CURL *handle, cc_close_callback callback, void *context) {
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, callback);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, context);
}
static inline CURLcode cc_set_ssl_context_callback(CURL *handle, cc_ssl_context_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, callback);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, context);
}
// Called when a connection is there and the request is about to be sent on it.
static inline void cc_set_request_callback(CURL *handle, cc_request_callback callback, void *context) {
    curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
    curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
}

// A body that is read while it is sent.
typedef int (*cc_seek_callback)(void *context, curl_off_t offset, int origin);
static inline void cc_set_read_callbacks(CURL *handle, cc_data_callback read, cc_seek_callback seek, void *context) {
    curl_easy_setopt(handle, CURLOPT_READFUNCTION, read);
    curl_easy_setopt(handle, CURLOPT_READDATA, context);
    curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, seek);
    curl_easy_setopt(handle, CURLOPT_SEEKDATA, context);
}

typedef int (*cc_progress_callback)(void *context, curl_off_t download_total, curl_off_t downloaded,
                                    curl_off_t upload_total, curl_off_t uploaded);
static inline void cc_set_progress_callback(CURL *handle, cc_progress_callback callback, void *context) {
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, callback);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
}

// CURLAUTH_… are casts, which Swift does not import.
static const long cc_auth_basic = (long)CURLAUTH_BASIC, cc_auth_digest = (long)CURLAUTH_DIGEST,
                  cc_auth_ntlm = (long)CURLAUTH_NTLM, cc_auth_negotiate = (long)CURLAUTH_NEGOTIATE;

typedef int (*cc_socket_callback)(CURL *handle, curl_socket_t socket, int what, void *context, void *socket_context);
typedef int (*cc_timer_callback)(CURLM *multi, long milliseconds, void *context);

static inline void cc_multi_set_callbacks(CURLM *multi, cc_socket_callback on_socket, cc_timer_callback on_timer,
                                          void *context) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}
static inline CURLMcode cc_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
// The next transfer that is done: 1 and its handle and code, or 0.
static inline int cc_multi_next_done(CURLM *multi, CURL **handle, CURLcode *code) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *handle = message->easy_handle;
        *code = message->data.result;
        return 1;
    }
    return 0;
}
// A cache of TLS sessions for the handles of one thread: without it each handle has a cache of its own.
static inline CURLSH *cc_session_cache_new(void) {
    CURLSH *share = curl_share_init();
    if (share != NULL) curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    return share;
}
static inline CURLcode cc_set_session_cache(CURL *handle, CURLSH *share) {
    return curl_easy_setopt(handle, CURLOPT_SHARE, share);
}

// The socket that libcurl asks for; close-on-exec from the first moment.
static inline curl_socket_t cc_open_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
// The address's numeric text, and its port; an empty text for a family without ports.
static inline int cc_describe_address(const struct curl_sockaddr *address, char *text, socklen_t size) {
    const struct sockaddr *generic = &address->addr;
    text[0] = '\0';
    if (generic->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)generic;
        inet_ntop(AF_INET, &four->sin_addr, text, size);
        return ntohs(four->sin_port);
    }
    if (generic->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)generic;
        inet_ntop(AF_INET6, &six->sin6_addr, text, size);
        return ntohs(six->sin6_port);
    }
    return 0;
}
#endif
