// The terminal as it was found, and a memory file that stands for standard error while the screen is up.
// What a crash runs is here and is async-signal-safe: read, write, tcsetattr, dup2 on values prepared before.
#define _GNU_SOURCE
#include "internal.h"
#include "terminal.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

static struct termios found;
static atomic_bool remembered;
static int input_fd = -1;
static int output_fd = -1;
static char reset_bytes[512];
static size_t reset_count;
static char note_bytes[1024];

static int memory_fd = -1;
static int real_errors = -1;

void ct_remember_terminal(int input, int output) {
    input_fd = input;
    output_fd = output;
    reset_count = 0;
    if (tcgetattr(input, &found) == 0) atomic_store(&remembered, true);
}

void ct_forget_terminal(void) { atomic_store(&remembered, false); }

void ct_set_reset_bytes(const char *bytes, size_t count) {
    if (count > sizeof reset_bytes) return;
    memcpy(reset_bytes, bytes, count);
    reset_count = count;
}

void ct_crash_note(const char *sentence) {
    size_t count = strlen(sentence);
    if (count >= sizeof note_bytes) count = sizeof note_bytes - 1;
    memcpy(note_bytes, sentence, count);
    note_bytes[count] = 0;
}

static void write_all(int fd, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

// What libraries print may quote the peer: no escape sequence of theirs reaches the terminal.
static void write_harmless(int fd, char *bytes, size_t count, bool *after_c2) {
    for (size_t i = 0; i < count; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        bool is_control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
        bool is_c1 = *after_c2 && byte >= 0x80 && byte < 0xA0;
        *after_c2 = byte == 0xC2;
        if (is_control || is_c1) bytes[i] = '?';
    }
    write_all(fd, bytes, count);
}

static void print_captured(int fd) {
    char bytes[1024];
    bool after_c2 = false;
    for (off_t offset = 0;;) {
        ssize_t count = pread(memory_fd, bytes, sizeof bytes, offset);
        if (count <= 0) return;
        offset += count;
        write_harmless(fd, bytes, (size_t)count, &after_c2);
    }
}

void ct_restore_terminal(bool with_note, const char *reason) {
    if (!atomic_exchange(&remembered, false)) return;
    write_all(output_fd, reset_bytes, reset_count);
    // TCSANOW: waiting for the output to drain could wait for ever on a terminal that is stopped.
    tcsetattr(input_fd, TCSANOW, &found);
    int errors = real_errors >= 0 ? real_errors : STDERR_FILENO;
    if (memory_fd >= 0) print_captured(errors);
    if (reason) {
        write_all(errors, "countersign ", 12);
        write_all(errors, reason, strlen(reason));
        write_all(errors, "\n", 1);
    }
    if (with_note && note_bytes[0]) {
        write_all(errors, note_bytes, strlen(note_bytes));
        write_all(errors, "\n", 1);
    }
    if (real_errors >= 0) dup2(real_errors, STDERR_FILENO);
}

void ct_capture_errors(void) {
    // A file that the user redirected to gets its lines as ever.
    if (!isatty(STDERR_FILENO)) return;
    memory_fd = memfd_create("standard error", MFD_CLOEXEC);
    real_errors = memory_fd < 0 ? -1 : dup(STDERR_FILENO);
    ct_set_errors_captured(true);
}

void ct_set_errors_captured(bool captured) {
    if (memory_fd < 0 || real_errors < 0) return;
    dup2(captured ? memory_fd : real_errors, STDERR_FILENO);
}

void ct_release_errors(void) {
    if (memory_fd < 0) return;
    ct_set_errors_captured(false);
    if (real_errors >= 0) {
        print_captured(real_errors);
        close(real_errors);
    }
    close(memory_fd);
    memory_fd = -1;
    real_errors = -1;
}

int32_t ct_captured(int64_t offset, uint8_t *bytes, int32_t capacity) {
    if (memory_fd < 0 || capacity <= 0 || offset < 0) return 0;
    ssize_t count = pread(memory_fd, bytes, (size_t)capacity, (off_t)offset);
    return count < 0 ? 0 : (int32_t)count;
}
