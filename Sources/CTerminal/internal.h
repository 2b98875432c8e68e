// What the files of this target share; curses itself is seen by screen.c, input.c and capabilities.c.
#ifndef COUNTERSIGN_TERMINAL_INTERNAL_H
#define COUNTERSIGN_TERMINAL_INTERNAL_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// signals.c: what a handler notes and ct_wait handles.
enum ct_noted { CT_NOTED_WINCH, CT_NOTED_CONT, CT_NOTED_TSTP, CT_NOTED_TERM, CT_NOTED_HUP, CT_NOTED_COUNT };
bool ct_take_noted(enum ct_noted which);
bool ct_prepare_wake_descriptor(void);
int ct_wake_descriptor(void);
void ct_drain_wake(void);
bool ct_take_wake(void);
void ct_install_signals(void);
void ct_restore_signals(void);
void ct_set_away(bool away);
void ct_stop_process_group(void);

// restore.c: the terminal as it was found, and standard error while the screen is up.
void ct_remember_terminal(int input, int output);
void ct_forget_terminal(void);
void ct_set_reset_bytes(const char *bytes, size_t count);
// Async-signal-safe: resets the terminal, prints what standard error received and, if asked, the note.
void ct_restore_terminal(bool with_note, const char *reason);
void ct_capture_errors(void);
void ct_release_errors(void);
void ct_set_errors_captured(bool captured);

// screen.c
enum { CT_ESCAPE_WAIT = 25 };
// Takes the terminal's size; ct_take_resized then tells once whether it is another than before.
void ct_follow_size(void);
bool ct_take_resized(void);
void ct_come_back(void);

// input.c; window is the WINDOW to read from.
void ct_start_input(int input, void *window);
void ct_stop_input(void);

// capabilities.c
// What a crash has to send.
void ct_prepare_reset(int row_count);
// newterm would take a terminal that cannot place the cursor, and says nothing about why it refuses another.
int32_t ct_check_terminal_name(const char *term, int output);

#endif
