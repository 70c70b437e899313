/* sqlite FILE SECONDS: inserts rows into the service's table for so long, one durable transaction a row, and prints the
   rows a second and how many microseconds a row took in the median and at the 99th percentile. */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

static sqlite3 *database;

static void check(int code, int expected) {
    if (code == expected) return;
    fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* A UUID of version 7: the time first, so that rows are appended to both indexes. */
static void make_uuid(char text[37]) {
    static uint64_t random[256];
    static size_t used = 256;
    if (used == 256) {
        if (getrandom(random, sizeof random, 0) != sizeof random) exit(1);
        used = 0;
    }
    uint64_t time = nanoseconds(CLOCK_REALTIME), tail = random[used++];
    uint64_t milliseconds = time / 1000000, fraction = time % 1000000 * 4096 / 1000000;
    snprintf(
        text, 37, "%08x-%04x-7%03x-%04x-%012llx", (unsigned)(milliseconds >> 16), (unsigned)(milliseconds & 0xffff),
        (unsigned)fraction, (unsigned)(0x8000 | (tail >> 50)), (unsigned long long)(tail & 0xffffffffffff));
}

static int ascending(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    uint64_t duration = (uint64_t)(atof(argv[2]) * 1e9);

    check(sqlite3_open(argv[1], &database), SQLITE_OK);
    check(
        sqlite3_exec(
            database,
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
            "CREATE TABLE IF NOT EXISTS registrations (key TEXT NOT NULL PRIMARY KEY, udid TEXT NOT NULL UNIQUE,"
            "kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 9999)) STRICT, WITHOUT ROWID",
            NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_stmt *insert;
    const char *sql = "INSERT INTO registrations (udid, key, kind) VALUES (?, ?, 11)";
    check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &insert, NULL), SQLITE_OK);

    size_t count = 0, room = 1 << 20;
    uint32_t *taken = malloc(room * sizeof *taken);
    uint64_t start = nanoseconds(CLOCK_MONOTONIC), before = start, now = start;
    while (now - start < duration || count == 0) {
        char udid[37], key[37];
        make_uuid(udid);
        make_uuid(key);
        check(sqlite3_bind_text(insert, 1, udid, 36, SQLITE_STATIC), SQLITE_OK);
        check(sqlite3_bind_text(insert, 2, key, 36, SQLITE_STATIC), SQLITE_OK);
        check(sqlite3_step(insert), SQLITE_DONE);
        check(sqlite3_reset(insert), SQLITE_OK);
        now = nanoseconds(CLOCK_MONOTONIC);
        if (count == room) taken = realloc(taken, (room *= 2) * sizeof *taken);
        if (!taken) return 1;
        taken[count++] = (uint32_t)((now - before) / 1000);
        before = now;
    }
    check(sqlite3_finalize(insert), SQLITE_OK);
    check(sqlite3_close(database), SQLITE_OK);
    qsort(taken, count, sizeof *taken, ascending);
    printf("%.0f %u %u\n", count / ((now - start) / 1e9), taken[count / 2], taken[count * 99 / 100]);
    return 0;
}
