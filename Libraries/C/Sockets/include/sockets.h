// Waiting for sockets with Linux's epoll: another thread may change what is waited for. It is compiled, and not part of a
// header, so that no module but the system's own declares the system's types.
#ifndef USECASES_SOCKETS_H
#define USECASES_SOCKETS_H

enum { SOCKET_READABLE = 1, SOCKET_WRITABLE = 2, SOCKET_FAILED = 4 };

// A descriptor that stands for the sockets that are waited for; negative if there are no descriptors left.
int sockets_open(void);

// A descriptor that becomes readable when `sockets_signal` is called with it; negative if there are none left.
int sockets_open_signal(void);

void sockets_signal(int signal);

// Makes the descriptor unreadable until the next signal.
void sockets_acknowledge(int signal);

// Waits for the socket to be readable or writable from now on, or for neither if `interest` is 0.
void sockets_watch(int sockets, int socket, int interest);

struct socket_state {
    int socket;
    int state;
};

enum { SOCKETS_AT_ONCE = 64 };

// Waits for as many milliseconds, or without end if they are negative; returns the number of sockets that are ready.
int sockets_wait(int sockets, int milliseconds, struct socket_state *ready);

#endif
