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

enum { ESCAPE = 27, LONGEST_SEQUENCE = 64 };

static WINDOW *keys;
static int input_fd = -1;

// Bytes read ahead that are still to be taken as keys.
static int ahead[4];
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

// A byte, or a KEY_… code, or ERR. Where bytes wait, the rest of a split sequence gets a moment to arrive.
static int read_key(void) {
    wtimeout(keys, is_readable(0) ? CT_ESCAPE_WAIT : 0);
    return wgetch(keys);
}

static int next_key(void) {
    if (ahead_count == 0) return read_key();
    int key = ahead[0];
    ahead_count--;
    memmove(ahead, ahead + 1, (size_t)ahead_count * sizeof *ahead);
    return key;
}

static void keep_ahead(int key) {
    if (key != ERR && ahead_count < (int)(sizeof ahead / sizeof *ahead)) ahead[ahead_count++] = key;
}

static void skip_parameters(int key) {
    for (int i = 0; i < LONGEST_SEQUENCE && key >= 0x20 && key < 0x40; i++) key = read_key();
}

// The arrows as a terminal sends them that was not asked for, or did not take, the mode that terminfo describes.
static uint32_t arrow_code(int final) {
    switch (final) {
    case 'A': return CT_KEY_UP;
    case 'B': return CT_KEY_DOWN;
    case 'C': return CT_KEY_RIGHT;
    case 'D': return CT_KEY_LEFT;
    case 'H': return CT_KEY_HOME;
    case 'F': return CT_KEY_END;
    default: return 0;
    }
}

// An escape sequence that terminfo does not know must not be typed as commands, letter by letter.
// Returns whether one was taken, with its key code or 0; else what was read waits in `ahead`.
static bool take_sequence(uint32_t *code) {
    *code = 0;
    if (ahead_count > 0) return false;
    int first = read_key();
    if (first != '[' && first != 'O') {
        keep_ahead(first);
        return false;
    }
    int second = read_key();
    // Esc and a bracket typed by hand end here.
    if (second == ERR) {
        keep_ahead(first);
        return false;
    }
    *code = arrow_code(second);
    if (first == '[') skip_parameters(second);
    return true;
}

// A terminal that a crashed program left in mouse mode: the report's coordinates are no commands.
static void swallow_mouse_report(void) {
    int key = read_key();
    if (key >= '0' && key <= '9') {
        skip_parameters(key);
    } else {
        for (int i = 0; i < 2 && key != ERR; i++) key = read_key();
    }
}

// The scalar that begins with a byte, or -1: its bytes are dropped up to the first that does not belong to it.
static int32_t complete_scalar(int first) {
    if (first < 0x80) return first;
    int more = first >= 0xF0 && first <= 0xF4 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4) return -1;
    uint32_t scalar = (uint32_t)first & (0x3Fu >> more);
    for (int i = 0; i < more; i++) {
        if (ahead_count == 0 && !is_readable(CT_ESCAPE_WAIT)) return -1;
        int byte = next_key();
        if (byte < 0x80 || byte > 0xBF) {
            keep_ahead(byte);
            return -1;
        }
        scalar = scalar << 6 | ((uint32_t)byte & 0x3F);
    }
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    bool is_surrogate = scalar >= 0xD800 && scalar <= 0xDFFF;
    return scalar < least[more] || scalar > 0x10FFFF || is_surrogate ? -1 : (int32_t)scalar;
}

static uint32_t key_code(int key) {
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
    int key = next_key();
    *consumed = key != ERR;
    if (key == ERR) return false;
    if (key == KEY_MOUSE) {
        swallow_mouse_report();
        return false;
    }
    if (key > 0xFF) {
        event->kind = CT_KEY;
        event->code = key_code(key);
        return event->code != 0;
    }
    uint32_t code;
    if (key == ESCAPE && take_sequence(&code)) {
        event->kind = CT_KEY;
        event->code = code;
        return code != 0;
    }
    int32_t scalar = complete_scalar(key);
    event->kind = CT_CHARACTER;
    event->code = (uint32_t)scalar;
    return scalar >= 0;
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
    if (ct_take_noted(CT_NOTED_WINCH)) ct_follow_size();
    if (ct_take_resized()) {
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
