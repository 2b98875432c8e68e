// What terminfo says; apart from the screen, because <term.h> defines hundreds of plain words as macros.
#define _GNU_SOURCE
#include "internal.h"
#include "terminal.h"

#include <curses.h>
#include <term.h>

static char reset_bytes[512];
static size_t reset_count;

static int append_byte(int byte) {
    if (reset_count < sizeof reset_bytes) reset_bytes[reset_count++] = (char)byte;
    return byte;
}

static void append_capability(const char *capability) {
    if (capability && capability != (const char *)-1) tputs(capability, 1, append_byte);
}

void ct_prepare_reset(int row_count) {
    reset_count = 0;
    append_capability(exit_attribute_mode);
    append_capability(orig_pair);
    // The last row, for terminals without a second screen.
    append_capability(tparm(cursor_address, row_count - 1, 0, 0, 0, 0, 0, 0, 0, 0));
    append_capability(keypad_local);
    append_capability(exit_ca_mode);
    append_capability(cursor_normal);
    append_byte('\r');
    if (!exit_ca_mode) append_byte('\n');
    ct_set_reset_bytes(reset_bytes, reset_count);
}

int32_t ct_check_terminal_name(const char *term, int output) {
    int status = 0;
    if (!term || !*term || setupterm(term, output, &status) != OK) {
        // 1: known, but a printer.
        return status == 1 ? CT_TERM_INCAPABLE : CT_TERM_UNKNOWN;
    }
    bool can_place = cursor_address && *cursor_address && clear_screen && !hard_copy && !generic_type;
    del_curterm(cur_term);
    return can_place ? CT_OK : CT_TERM_INCAPABLE;
}
