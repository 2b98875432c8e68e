// Keys and the wait for them.
#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include "internal.h"
#include "terminal.h"

#include <curses.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

enum { ESCAPE = 27 };

static WINDOW *keys;
static int input_fd = -1;

// Characters read ahead that turned out to be no escape sequence.
static wint_t ahead[4];
static int ahead_count;

void ct_start_input(int input, void *window) {
    input_fd = input;
    keys = window;
    ahead_count = 0;
}

void ct_stop_input(void) { keys = NULL; }

static bool is_readable(int milliseconds) {
    struct pollfd poll_input = {.fd = input_fd, .events = POLLIN};
    return poll(&poll_input, 1, milliseconds) > 0 && (poll_input.revents & POLLIN);
}

// Reads what is there. Where bytes wait, the rest of a split UTF-8 sequence gets a moment to arrive.
static int read_key(wint_t *key) {
    wtimeout(keys, is_readable(0) ? CT_ESCAPE_WAIT : 0);
    return wget_wch(keys, key);
}

static int next_key(wint_t *key) {
    if (ahead_count == 0) return read_key(key);
    *key = ahead[0];
    ahead_count--;
    memmove(ahead, ahead + 1, (size_t)ahead_count * sizeof *ahead);
    return OK;
}

// An escape sequence that terminfo does not know must not be typed as commands, letter by letter.
// Returns whether one was swallowed; else what was read waits in `ahead`.
static bool swallow_sequence(void) {
    wint_t key;
    if (ahead_count > 0 || read_key(&key) != OK) return false;
    ahead[ahead_count++] = key;
    if (key != L'[' && key != L'O') return false;
    bool is_csi = key == L'[';
    // Esc and a bracket typed by hand end here.
    if (read_key(&key) != OK) return false;
    ahead_count = 0;
    if (!is_csi) return true;
    for (int i = 0; i < 64 && key >= 0x20 && key < 0x40; i++) {
        if (read_key(&key) != OK) break;
    }
    return true;
}

static uint32_t key_code(wint_t key) {
    switch (key) {
    case KEY_UP: case KEY_SR: return CT_KEY_UP;
    case KEY_DOWN: case KEY_SF: return CT_KEY_DOWN;
    case KEY_LEFT: case KEY_SLEFT: return CT_KEY_LEFT;
    case KEY_RIGHT: case KEY_SRIGHT: return CT_KEY_RIGHT;
    case KEY_PPAGE: case KEY_SPREVIOUS: case KEY_A3: return CT_KEY_PAGE_UP;
    case KEY_NPAGE: case KEY_SNEXT: case KEY_C3: return CT_KEY_PAGE_DOWN;
    case KEY_HOME: case KEY_SHOME: case KEY_FIND: case KEY_A1: return CT_KEY_HOME;
    case KEY_END: case KEY_SEND: case KEY_SELECT: case KEY_C1: return CT_KEY_END;
    case KEY_ENTER: return CT_KEY_ENTER;
    case KEY_BACKSPACE: return CT_KEY_BACKSPACE;
    case KEY_DC: case KEY_SDC: return CT_KEY_DELETE;
    case KEY_IC: case KEY_SIC: return CT_KEY_INSERT;
    case KEY_BTAB: return CT_KEY_BACK_TAB;
    default: return 0;
    }
}

// Returns whether a key that counts was there; `consumed` says whether anything was.
static bool take_key(struct ct_event *event, bool *consumed) {
    wint_t key = 0;
    int result = next_key(&key);
    *consumed = result != ERR;
    if (result == KEY_CODE_YES) {
        event->kind = CT_KEY;
        event->code = key_code(key);
        return event->code != 0;
    }
    if (result != OK || (key == ESCAPE && swallow_sequence())) return false;
    event->kind = CT_CHARACTER;
    event->code = (uint32_t)key;
    return true;
}

static bool take_signal(struct ct_event *event) {
    if (ct_take_noted(CT_NOTED_HUP)) {
        event->kind = CT_HANGUP;
        return true;
    }
    if (ct_take_noted(CT_NOTED_TERM)) {
        event->kind = CT_TERMINATE;
        return true;
    }
    bool stopped = ct_take_noted(CT_NOTED_TSTP);
    if (stopped) ct_suspend();
    if (ct_take_noted(CT_NOTED_CONT) || stopped) {
        if (!stopped) ct_come_back();
        event->kind = CT_RESUMED;
        return true;
    }
    if (ct_take_noted(CT_NOTED_WINCH) && ct_follow_size()) {
        event->kind = CT_RESIZE;
        event->columns = COLS;
        event->rows = LINES;
        return true;
    }
    return false;
}

static int64_t now_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int remaining(int32_t timeout, int64_t start) {
    if (timeout < 0) return -1;
    int64_t left = start + timeout - now_milliseconds();
    return left < 0 ? 0 : (int)left;
}

void ct_wait(int32_t timeout, struct ct_event *event) {
    memset(event, 0, sizeof *event);
    if (!keys) {
        event->kind = CT_HANGUP;
        return;
    }
    int64_t start = now_milliseconds();
    for (bool expired = false;;) {
        if (take_signal(event)) return;
        bool consumed = false;
        if (take_key(event, &consumed)) return;
        if (ct_take_wake()) {
            ct_drain_wake();
            event->kind = CT_WAKE;
            return;
        }
        if (consumed) continue;
        event->kind = CT_TIMEOUT;
        if (expired) return;
        struct pollfd descriptors[] = {
            {.fd = input_fd, .events = POLLIN},
            {.fd = ct_wake_descriptor(), .events = POLLIN},
        };
        int ready = poll(descriptors, 2, remaining(timeout, start));
        expired = timeout >= 0 && remaining(timeout, start) == 0;
        if (ready <= 0) continue;
        if (descriptors[1].revents) ct_drain_wake();
        int pending = 0;
        bool at_end = (descriptors[0].revents & POLLIN) && ioctl(input_fd, FIONREAD, &pending) == 0 && pending == 0;
        if (at_end || (descriptors[0].revents & (POLLHUP | POLLERR | POLLNVAL) && pending == 0)) {
            event->kind = CT_HANGUP;
            return;
        }
    }
}
