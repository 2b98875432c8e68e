// Handlers for resize, stop, end and crash. They note, or restore the terminal and die; ct_wait does the rest.
#define _GNU_SOURCE
#include "internal.h"
#include "terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE};
static const int noted_signals[] = {SIGWINCH, SIGCONT, SIGTSTP, SIGTERM, SIGINT, SIGHUP};
enum { CRASH_COUNT = sizeof crash_signals / sizeof *crash_signals };
enum { NOTED_SIGNAL_COUNT = sizeof noted_signals / sizeof *noted_signals };
enum { STACK_SIZE = 64 * 1024 };

static struct sigaction old_crash[CRASH_COUNT];
static struct sigaction old_noted[NOTED_SIGNAL_COUNT];
static stack_t old_stack;
static void *stack_memory;
static bool installed;
static bool user_wants_backtrace;

static atomic_bool noted[CT_NOTED_COUNT];
static atomic_int ends_asked;
static atomic_bool away;
static atomic_bool wake_asked;
static atomic_flag crashing = ATOMIC_FLAG_INIT;

// Lives as long as the process, so that a late wake from another thread never meets a closed descriptor.
static atomic_int wake_fd = -1;

bool ct_prepare_wake_descriptor(void) {
    if (atomic_load(&wake_fd) < 0) atomic_store(&wake_fd, eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    return atomic_load(&wake_fd) >= 0;
}

int ct_wake_descriptor(void) { return atomic_load(&wake_fd); }

static void ring(void) {
    int fd = atomic_load(&wake_fd);
    uint64_t one = 1;
    int saved = errno;
    if (fd >= 0 && write(fd, &one, sizeof one) < 0) { /* full: it is awake already */ }
    errno = saved;
}

void ct_wake(void) {
    atomic_store(&wake_asked, true);
    ring();
}

void ct_drain_wake(void) {
    uint64_t count;
    if (read(atomic_load(&wake_fd), &count, sizeof count) < 0) { /* empty */ }
}

bool ct_take_wake(void) { return atomic_exchange(&wake_asked, false); }

bool ct_take_noted(enum ct_noted which) { return atomic_exchange(&noted[which], false); }

static void die_by(int signal) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(signal, &action, NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    raise(signal);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void note(int signal) {
    int saved = errno;
    switch (signal) {
    case SIGWINCH: atomic_store(&noted[CT_NOTED_WINCH], true); break;
    case SIGCONT: atomic_store(&noted[CT_NOTED_CONT], true); break;
    case SIGTSTP: atomic_store(&noted[CT_NOTED_TSTP], true); break;
    case SIGINT:
        // Meant for the program that has the terminal meanwhile.
        if (atomic_load(&away)) return;
        // fall through
    default:
        // The first is a request; whoever sends a second has waited long enough.
        if (atomic_fetch_add(&ends_asked, 1) > 0) {
            ct_restore_terminal(false, NULL);
            die_by(signal);
        }
        atomic_store(&noted[signal == SIGHUP ? CT_NOTED_HUP : CT_NOTED_TERM], true);
    }
    ring();
    errno = saved;
}

static const char *reason_of(int signal) {
    switch (signal) {
    case SIGILL: return "stopped by a failed check in the program itself (SIGILL).";
    case SIGTRAP: return "stopped by a failed check in the program itself (SIGTRAP).";
    case SIGABRT: return "stopped itself (SIGABRT).";
    case SIGBUS: return "stopped by a bad memory access (SIGBUS).";
    case SIGSEGV: return "stopped by a bad memory access (SIGSEGV).";
    default: return "stopped by an arithmetic error (SIGFPE).";
    }
}

static void crash(int signal) {
    // A second thread that crashes meanwhile waits for the first to end the process.
    if (atomic_flag_test_and_set(&crashing)) {
        for (;;) pause();
    }
    ct_restore_terminal(true, reason_of(signal));
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int i = 0; i < CRASH_COUNT; i++) {
        if (crash_signals[i] == signal && user_wants_backtrace) action = old_crash[i];
    }
    sigaction(signal, &action, NULL);
    raise(signal);
}

void ct_install_signals(void) {
    if (installed) return;
    installed = true;
    atomic_store(&ends_asked, 0);
    for (int i = 0; i < CT_NOTED_COUNT; i++) atomic_store(&noted[i], false);
    // By default Swift's own handler would wait for a key on a terminal that shows nothing.
    user_wants_backtrace = getenv("SWIFT_BACKTRACE") != NULL;

    stack_memory = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack_memory == MAP_FAILED) {
        stack_memory = NULL;
    } else {
        stack_t stack = {.ss_sp = stack_memory, .ss_size = STACK_SIZE};
        sigaltstack(&stack, &old_stack);
    }

    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    action.sa_handler = note;
    for (int i = 0; i < NOTED_SIGNAL_COUNT; i++) sigaction(noted_signals[i], &action, &old_noted[i]);
    action.sa_flags = SA_ONSTACK;
    action.sa_handler = crash;
    for (int i = 0; i < CRASH_COUNT; i++) sigaction(crash_signals[i], &action, &old_crash[i]);
}

void ct_restore_signals(void) {
    if (!installed) return;
    installed = false;
    for (int i = 0; i < NOTED_SIGNAL_COUNT; i++) sigaction(noted_signals[i], &old_noted[i], NULL);
    for (int i = 0; i < CRASH_COUNT; i++) sigaction(crash_signals[i], &old_crash[i], NULL);
    if (stack_memory) {
        if (old_stack.ss_sp == NULL) old_stack.ss_flags = SS_DISABLE;
        sigaltstack(&old_stack, NULL);
        munmap(stack_memory, STACK_SIZE);
        stack_memory = NULL;
    }
}

void ct_set_away(bool is_away) {
    if (!installed) return;
    atomic_store(&away, is_away);
    // The other program shares our process group: a stop must stop us too, or the shell waits for ever.
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    action.sa_handler = is_away ? SIG_DFL : note;
    sigaction(SIGTSTP, &action, NULL);
}

void ct_stop_process_group(void) {
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    // The others of the group first (`make run`), without us; then this thread, at once.
    action.sa_handler = SIG_IGN;
    sigaction(SIGTSTP, &action, &old);
    kill(0, SIGTSTP);
    action.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &action, NULL);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &old, NULL);
    ct_take_noted(CT_NOTED_CONT);
    ct_take_noted(CT_NOTED_TSTP);
}
