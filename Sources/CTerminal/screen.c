// The screen through wide ncurses: opening, cells, colours, size.
#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include "internal.h"
#include "terminal.h"

#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

enum { MOST_CELLS_A_SIDE = 1000 };

static SCREEN *screen;
// Reading from a window repaints it; reading from a pad does not.
static WINDOW *keys;
static FILE *input_file, *output_file;
static int input_fd, output_fd;
static bool is_utf8;
static bool has_palette;
static bool owns;
static int cursor_row = -1, cursor_column;
static bool cursor_shown;
// The size changed and no event has said so yet.
static bool is_resized;

static bool read_size(int *columns, int *rows) {
    struct winsize size;
    if (ioctl(output_fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *columns = size.ws_col < MOST_CELLS_A_SIDE ? size.ws_col : MOST_CELLS_A_SIDE;
    *rows = size.ws_row < MOST_CELLS_A_SIDE ? size.ws_row : MOST_CELLS_A_SIDE;
    return true;
}

void ct_follow_size(void) {
    int columns = COLS, rows = LINES;
    if (!read_size(&columns, &rows) || (columns == COLS && rows == LINES)) return;
    resize_term(rows, columns);
    clearok(curscr, TRUE);
    ct_prepare_reset(LINES);
    is_resized = true;
}

bool ct_take_resized(void) {
    bool result = is_resized;
    is_resized = false;
    return result;
}

static bool open_files(void) {
    int in = fcntl(input_fd, F_DUPFD_CLOEXEC, 3);
    int out = fcntl(output_fd, F_DUPFD_CLOEXEC, 3);
    input_file = in < 0 ? NULL : fdopen(in, "r");
    output_file = out < 0 ? NULL : fdopen(out, "w");
    if (!input_file && in >= 0) close(in);
    if (!output_file && out >= 0) close(out);
    return input_file && output_file;
}

static void close_files(void) {
    if (input_file) fclose(input_file);
    if (output_file) fclose(output_file);
    input_file = output_file = NULL;
}

static void set_modes(void) {
    // Raw: ^C, ^Z and ^S are keys like others.
    raw();
    noecho();
    nonl();
    set_escdelay(CT_ESCAPE_WAIT);
    keypad(keys, TRUE);
    intrflush(keys, FALSE);
    leaveok(stdscr, FALSE);
    scrollok(stdscr, FALSE);
    has_palette = has_colors() && start_color() == OK;
    if (has_palette) use_default_colors();
}

int32_t ct_open(int32_t input, int32_t output, const char *term, int32_t owns_process) {
    if (screen) return CT_BUSY;
    if (!isatty(input) || !isatty(output)) return CT_NO_TERMINAL;
    input_fd = input;
    output_fd = output;
    int32_t verdict = ct_check_terminal_name(term, output);
    if (verdict != CT_OK) return verdict;
    if (!ct_prepare_wake_descriptor() || !open_files()) {
        close_files();
        return CT_FAILED;
    }
    ct_remember_terminal(input, output);
    owns = owns_process != 0;
    // Before newterm, which leaves handlers alone that it finds.
    if (owns) {
        ct_install_signals();
        static bool registered;
        if (!registered) registered = atexit(ct_close) == 0;
    }
    // The window's size alone: LINES and COLUMNS may be stale, and some descriptions have no size of their own.
    use_env(FALSE);
    use_tioctl(TRUE);
    screen = newterm(term, output_file, input_file);
    keys = screen ? newpad(1, 1) : NULL;
    if (!keys) {
        ct_close();
        return CT_FAILED;
    }
    is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    set_modes();
    ct_follow_size();
    ct_prepare_reset(LINES);
    is_resized = false;
    ct_start_input(input, keys);
    cursor_row = -1;
    cursor_shown = true;
    if (owns) ct_capture_errors();
    return CT_OK;
}

void ct_close(void) {
    if (!input_file) return;
    if (screen) {
        endwin();
        if (keys) delwin(keys);
        delscreen(screen);
    }
    screen = NULL;
    keys = NULL;
    ct_stop_input();
    ct_restore_signals();
    ct_forget_terminal();
    close_files();
    ct_release_errors();
}

int32_t ct_columns(void) { return screen ? COLS : 0; }
int32_t ct_rows(void) { return screen ? LINES : 0; }
int32_t ct_colors(void) {
    if (!screen || !has_palette) return 0;
    // A "direct" entry takes numbers over 7 as red, green and blue.
    return COLORS > 256 ? 8 : COLORS;
}

int32_t ct_pair(int32_t foreground, int32_t background) {
    // alloc_pair crashes where start_color failed.
    if (!screen || !has_palette) return 0;
    if (foreground >= COLORS || background >= COLORS || (foreground < 0 && background < 0)) return 0;
    int pair = alloc_pair(foreground, background);
    return pair < 0 ? 0 : pair;
}

static attr_t curses_attributes(uint32_t attributes) {
    attr_t result = A_NORMAL;
    if (attributes & CT_BOLD) result |= A_BOLD;
    if (attributes & CT_DIM) result |= A_DIM;
    if (attributes & CT_UNDERLINE) result |= A_UNDERLINE;
    if (attributes & CT_REVERSE) result |= A_REVERSE;
    if (attributes & CT_ITALIC) result |= A_ITALIC;
    return result;
}

static void put(int row, int column, const wchar_t *text, attr_t attributes, int pair) {
    cchar_t cell;
    // The pair goes through the last argument: in the attributes it would be cut to 8 bits.
    if (setcchar(&cell, text, attributes, 0, &pair) != OK) return;
    // The lower right cell returns ERR though nothing is wrong.
    (void)mvadd_wch(row, column, &cell);
}

void ct_put(int32_t row, int32_t column, const uint32_t *scalars, int32_t count, uint32_t attributes, int32_t pair) {
    if (!screen || count < 1 || row < 0 || column < 0 || row >= LINES || column >= COLS) return;
    wchar_t text[CCHARW_MAX + 1] = {0};
    for (int i = 0; i < count && i < CCHARW_MAX; i++) text[i] = (wchar_t)scalars[i];
    int width = wcwidth(text[0]);
    if (width < 1 || (!is_utf8 && text[0] > 0x7E)) {
        text[0] = L'?';
        text[1] = 0;
        width = 1;
    }
    // ncurses would put a wide glyph that does not fit onto the next row.
    if (column + width > COLS) {
        text[0] = L' ';
        text[1] = 0;
    }
    put(row, column, text, curses_attributes(attributes), pair);
}

void ct_put_ascii(int32_t row, int32_t column, const uint8_t *bytes, int32_t count, uint32_t attributes, int32_t pair) {
    if (!screen || row < 0 || column < 0 || row >= LINES) return;
    cchar_t cell;
    const wchar_t blank[] = L" ";
    if (setcchar(&cell, blank, curses_attributes(attributes), 0, &pair) != OK) return;
    if (count > COLS - column) count = COLS - column;
    // A run at once: cell by cell takes four times as long.
    enum { RUN = 64 };
    cchar_t run[RUN];
    for (int done = 0; done < count; done += RUN) {
        int length = count - done < RUN ? count - done : RUN;
        for (int i = 0; i < length; i++) {
            uint8_t byte = bytes[done + i];
            run[i] = cell;
            run[i].chars[0] = byte >= 0x20 && byte <= 0x7E ? byte : '?';
        }
        mvadd_wchnstr(row, column + done, run, length);
    }
}

void ct_cursor(int32_t row, int32_t column) {
    cursor_row = row;
    cursor_column = column;
}

void ct_clear(void) {
    if (screen) erase();
}

void ct_flush(void) {
    if (!screen) return;
    bool show = cursor_row >= 0 && cursor_row < LINES && cursor_column >= 0 && cursor_column < COLS;
    if (show != cursor_shown) {
        curs_set(show ? 1 : 0);
        cursor_shown = show;
    }
    if (show) {
        move(cursor_row, cursor_column);
    } else {
        move(LINES - 1, 0);
    }
    refresh();
}

void ct_repaint(void) {
    if (screen) clearok(curscr, TRUE);
}

void ct_beep(void) {
    if (screen) beep();
}

void ct_come_back(void) {
    reset_prog_mode();
    ct_follow_size();
    clearok(curscr, TRUE);
    cursor_shown = true;
    curs_set(1);
}

void ct_suspend(void) {
    if (!screen) return;
    def_prog_mode();
    endwin();
    if (owns) {
        ct_set_errors_captured(false);
        ct_stop_process_group();
        ct_set_errors_captured(true);
    }
    ct_come_back();
}

void ct_leave(void) {
    if (!screen) return;
    def_prog_mode();
    endwin();
    ct_set_errors_captured(false);
    ct_set_away(true);
}

void ct_return(void) {
    if (!screen) return;
    ct_set_away(false);
    ct_set_errors_captured(true);
    ct_come_back();
}
