// The terminal through wide ncurses: cells out, keys in, the process's signals and standard error while the screen is up.
// There is one screen a process. All but ct_wake belong to the thread that called ct_open.
#ifndef COUNTERSIGN_TERMINAL_H
#define COUNTERSIGN_TERMINAL_H

#include <stdint.h>

// What ct_open returns when it fails.
static const int32_t CT_OK = 0;
static const int32_t CT_NO_TERMINAL = -1;     // the descriptors are no terminal
static const int32_t CT_TERM_UNKNOWN = -2;    // no terminfo entry by that name
static const int32_t CT_TERM_INCAPABLE = -3;  // the entry cannot address the cursor
static const int32_t CT_BUSY = -4;            // a screen is open already
static const int32_t CT_FAILED = -5;          // the system refused: see errno

// Kinds of events.
static const int32_t CT_TIMEOUT = 0;
static const int32_t CT_CHARACTER = 1;  // code: the scalar, controls included
static const int32_t CT_KEY = 2;        // code: one of CT_KEY_…
static const int32_t CT_RESIZE = 3;     // columns, rows: the new size
static const int32_t CT_WAKE = 4;
static const int32_t CT_RESUMED = 5;    // stopped and continued: everything is to be drawn anew
static const int32_t CT_TERMINATE = 6;  // SIGTERM, or SIGINT from outside
static const int32_t CT_HANGUP = 7;     // the terminal is gone

static const uint32_t CT_KEY_UP = 1;
static const uint32_t CT_KEY_DOWN = 2;
static const uint32_t CT_KEY_LEFT = 3;
static const uint32_t CT_KEY_RIGHT = 4;
static const uint32_t CT_KEY_PAGE_UP = 5;
static const uint32_t CT_KEY_PAGE_DOWN = 6;
static const uint32_t CT_KEY_HOME = 7;
static const uint32_t CT_KEY_END = 8;
static const uint32_t CT_KEY_ENTER = 9;
static const uint32_t CT_KEY_BACKSPACE = 10;
static const uint32_t CT_KEY_DELETE = 11;
static const uint32_t CT_KEY_INSERT = 12;
static const uint32_t CT_KEY_BACK_TAB = 13;

static const uint32_t CT_BOLD = 1;
static const uint32_t CT_DIM = 2;
static const uint32_t CT_UNDERLINE = 4;
static const uint32_t CT_REVERSE = 8;
static const uint32_t CT_ITALIC = 16;

struct ct_event {
    int32_t kind;
    uint32_t code;
    int32_t columns;
    int32_t rows;
};

// Opens the screen on two descriptors that the caller keeps. The locale must have been set before.
// owns_process: also handle signals and crashes, and keep what is written to standard error if that is a terminal.
int32_t ct_open(int32_t input, int32_t output, const char *term, int32_t owns_process);
// Gives the terminal back, then prints what standard error received. Does nothing when no screen is open.
void ct_close(void);

int32_t ct_columns(void);
int32_t ct_rows(void);
// 0 without colours.
int32_t ct_colors(void);
// A colour pair for ct_put; -1 stands for the terminal's own colour; colours beyond the terminal's give pair 0.
int32_t ct_pair(int32_t foreground, int32_t background);
// Puts one glyph of up to five scalars; what does not fit on the screen is ignored.
void ct_put(int32_t row, int32_t column, const uint32_t *scalars, int32_t count, uint32_t attributes, int32_t pair);
// Puts ASCII glyphs side by side.
void ct_put_ascii(int32_t row, int32_t column, const uint8_t *bytes, int32_t count, uint32_t attributes, int32_t pair);
// Where the cursor rests after the next flush; a negative row hides it.
void ct_cursor(int32_t row, int32_t column);
void ct_clear(void);
// Sends the differences to the terminal.
void ct_flush(void);
// The next flush sends everything.
void ct_repaint(void);
void ct_beep(void);

// Waits for one event; a negative timeout waits for ever.
void ct_wait(int32_t timeout_milliseconds, struct ct_event *event);
// Ends a wait with CT_WAKE, the one under way or the next. From any thread; safe in a signal handler.
void ct_wake(void);

// ^Z: stops the process group and comes back when it goes on, or at once where nothing can be stopped.
void ct_suspend(void);
// Leaves the terminal to another program, and takes it back.
void ct_leave(void);
void ct_return(void);

// Copies what standard error received from an offset on; returns how many bytes.
int32_t ct_captured(int64_t offset, uint8_t *bytes, int32_t capacity);
// The sentence that a crash prints last.
void ct_crash_note(const char *sentence);

#endif
