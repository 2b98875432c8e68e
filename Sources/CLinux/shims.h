// What Swift's Glibc module leaves out: epoll, eventfd, accept4, wcwidth.
#ifndef COUNTERSIGN_CLINUX_SHIMS_H
#define COUNTERSIGN_CLINUX_SHIMS_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
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

// Not in the headers as Swift sees them, where _GNU_SOURCE comes too late.
extern int wcwidth(wchar_t);
extern int accept4(int, struct sockaddr *, socklen_t *, int);

static inline int cl_wcwidth(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
static inline int cl_accept4(int fd, struct sockaddr *address, socklen_t *length) {
    return accept4(fd, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
static inline int cl_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline FILE *cl_stdout(void) { return stdout; }
static inline FILE *cl_stderr(void) { return stderr; }

// EPOLL… are enum constants of a C type that Swift imports awkwardly.
static const uint32_t CL_EPOLLIN = EPOLLIN, CL_EPOLLOUT = EPOLLOUT, CL_EPOLLERR = EPOLLERR, CL_EPOLLHUP = EPOLLHUP;
static inline int cl_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int cl_epoll_add(int epoll, int fd, uint32_t events) {
    struct epoll_event event = {.events = events, .data = {.fd = fd}};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}
static inline int cl_epoll_modify(int epoll, int fd, uint32_t events) {
    struct epoll_event event = {.events = events, .data = {.fd = fd}};
    return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event);
}
static inline int cl_epoll_remove(int epoll, int fd) { return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL); }

#endif
