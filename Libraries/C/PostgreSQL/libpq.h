// The parts of libpq that are used. It is loaded when the first address of a database is read, so that neither building
// nor starting needs it; its numbers and layouts have been the same in every `libpq.so.5`.
#ifndef USECASES_LIBPQ_H
#define USECASES_LIBPQ_H

#include <dlfcn.h>
#include <stddef.h>

typedef enum { CONNECTION_OK = 0, CONNECTION_BAD = 1 } ConnStatusType;

typedef enum {
    PGRES_POLLING_FAILED = 0,
    PGRES_POLLING_READING = 1,
    PGRES_POLLING_WRITING = 2,
    PGRES_POLLING_OK = 3,
} PostgresPollingStatusType;

typedef enum { PGRES_COMMAND_OK = 1, PGRES_TUPLES_OK = 2 } ExecStatusType;

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

typedef struct {
    char *keyword;
    char *envvar;
    char *compiled;
    char *val;
    char *label;
    char *dispchar;
    int dispsize;
} PQconninfoOption;

typedef void (*PQnoticeReceiver)(void *context, const PGresult *result);

struct libpq_functions {
    int (*PQbackendPID)(const PGconn *connection);
    void (*PQclear)(PGresult *result);
    PQconninfoOption *(*PQconndefaults)(void);
    PostgresPollingStatusType (*PQconnectPoll)(PGconn *connection);
    PGconn *(*PQconnectStartParams)(const char *const *keywords, const char *const *values, int expands_database);
    PQconninfoOption *(*PQconninfo)(PGconn *connection);
    void (*PQconninfoFree)(PQconninfoOption *options);
    PQconninfoOption *(*PQconninfoParse)(const char *text, char **error);
    int (*PQconsumeInput)(PGconn *connection);
    char *(*PQerrorMessage)(const PGconn *connection);
    void (*PQfinish)(PGconn *connection);
    int (*PQflush)(PGconn *connection);
    void (*PQfreemem)(void *pointer);
    PGresult *(*PQgetResult)(PGconn *connection);
    int (*PQgetisnull)(const PGresult *result, int row, int column);
    int (*PQgetlength)(const PGresult *result, int row, int column);
    char *(*PQgetvalue)(const PGresult *result, int row, int column);
    char *(*PQhostaddr)(const PGconn *connection);
    int (*PQisBusy)(PGconn *connection);
    int (*PQnfields)(const PGresult *result);
    void *(*PQnotifies)(PGconn *connection);
    int (*PQntuples)(const PGresult *result);
    void (*PQreset)(PGconn *connection);
    char *(*PQresultErrorField)(const PGresult *result, int code);
    char *(*PQresultErrorMessage)(const PGresult *result);
    ExecStatusType (*PQresultStatus)(const PGresult *result);
    int (*PQsendQuery)(PGconn *connection, const char *statements);
    int (*PQsendQueryParams)(
        PGconn *connection, const char *statement, int count, const unsigned int *types, const char *const *values,
        const int *lengths, const int *formats, int resultFormat);
    int (*PQsendQueryPrepared)(
        PGconn *connection, const char *name, int count, const char *const *values, const int *lengths,
        const int *formats, int format_of_results);
    int (*PQserverVersion)(const PGconn *connection);
    PQnoticeReceiver (*PQsetNoticeReceiver)(PGconn *connection, PQnoticeReceiver receiver, void *context);
    int (*PQsetnonblocking)(PGconn *connection, int is_nonblocking);
    int (*PQsocket)(const PGconn *connection);
    ConnStatusType (*PQstatus)(const PGconn *connection);
    // For specs, which act as another client.
    PGconn *(*PQconnectdb)(const char *text);
    PGresult *(*PQexec)(PGconn *connection, const char *statements);
};

// Whether the library has all of the functions; one that is too old does not.
static inline int libpq_find_functions(void *library, struct libpq_functions *functions) {
#define FIND(name) (*(void **)&functions->name = dlsym(library, #name)) != NULL
    return FIND(PQbackendPID) && FIND(PQclear) && FIND(PQconndefaults) && FIND(PQconnectPoll) && FIND(PQconnectStartParams)
        && FIND(PQconninfo) && FIND(PQconninfoFree) && FIND(PQconninfoParse) && FIND(PQconsumeInput)
        && FIND(PQerrorMessage) && FIND(PQfinish) && FIND(PQflush) && FIND(PQfreemem) && FIND(PQgetResult)
        && FIND(PQgetisnull) && FIND(PQgetlength) && FIND(PQgetvalue) && FIND(PQhostaddr) && FIND(PQisBusy)
        && FIND(PQnotifies) && FIND(PQntuples) && FIND(PQreset) && FIND(PQresultErrorField)
        && FIND(PQresultErrorMessage) && FIND(PQresultStatus) && FIND(PQsendQuery) && FIND(PQsendQueryParams)
        && FIND(PQsendQueryPrepared)
        && FIND(PQserverVersion) && FIND(PQsetNoticeReceiver) && FIND(PQsetnonblocking) && FIND(PQsocket)
        && FIND(PQstatus) && FIND(PQconnectdb) && FIND(PQexec) && FIND(PQnfields);
#undef FIND
}

#endif
