// What Swift's Glibc module leaves out: epoll, eventfd, accept4, wcwidth.
#ifndef COUNTERSIGN_CLINUX_SHIMS_H
#define COUNTERSIGN_CLINUX_SHIMS_H
// No _GNU_SOURCE here: it changes structures (fd_set) that Foundation's own modules have seen without it.
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// Declared by the headers under _GNU_SOURCE only.
extern int wcwidth(wchar_t);
extern int accept4(int, struct sockaddr *, socklen_t *, int);

static inline int cl_wcwidth(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
static inline int cl_accept4(int fd, struct sockaddr *address, socklen_t *length) {
    return accept4(fd, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
// A socket that listens on a free port of 127.0.0.1, and the port; -1 with errno.
static inline int cl_listen_on_loopback(int backlog, int *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    if (bind(fd, (struct sockaddr *)&address, length) != 0 || listen(fd, backlog) != 0
        || getsockname(fd, (struct sockaddr *)&address, &length) != 0) {
        int number = errno;
        close(fd);
        errno = number;
        return -1;
    }
    *port = ntohs(address.sin_port);
    return fd;
}
// No waiting for the acknowledgement of what was sent before (Nagle's algorithm).
static inline void cl_send_at_once(int fd) {
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}
static inline int cl_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline FILE *cl_stdout(void) { return stdout; }
static inline FILE *cl_stderr(void) { return stderr; }

// struct epoll_event is packed and its EPOLL… names are enum constants; neither imports well.
// A registration is known by a token of the caller's, not by its descriptor: numbers of descriptors are used again.
typedef struct {
    uint64_t token;
    uint32_t events;
} cl_ready;
static const uint32_t CL_EPOLLIN = EPOLLIN, CL_EPOLLOUT = EPOLLOUT, CL_EPOLLERR = EPOLLERR, CL_EPOLLHUP = EPOLLHUP;
static inline int cl_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int cl_epoll_add(int epoll, int fd, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}
static inline int cl_epoll_modify(int epoll, int fd, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event);
}
static inline int cl_epoll_remove(int epoll, int fd) { return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL); }
// Fills at most `capacity` (and never more than 256) entries; the milliseconds as in epoll_wait(2).
static inline int cl_epoll_wait(int epoll, cl_ready *ready, int capacity, int milliseconds) {
    struct epoll_event events[256];
    int count = epoll_wait(epoll, events, capacity < 256 ? capacity : 256, milliseconds);
    for (int i = 0; i < count; i++) {
        ready[i].token = events[i].data.u64;
        ready[i].events = events[i].events;
    }
    return count;
}
static inline int cl_eventfd_signal(int fd) {
    uint64_t one = 1;
    return write(fd, &one, sizeof one) == sizeof one ? 0 : -1;
}
static inline void cl_eventfd_clear(int fd) {
    uint64_t count;
    while (read(fd, &count, sizeof count) < 0 && errno == EINTR) {}
}

#endif
