#ifdef __linux__
#include "sockets.h"

#include <errno.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int sockets_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

int sockets_open_signal(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void sockets_signal(int signal) {
    uint64_t one = 1;
    ssize_t written = write(signal, &one, sizeof one);
    (void)written;
}

void sockets_acknowledge(int signal) {
    uint64_t count;
    ssize_t taken = read(signal, &count, sizeof count);
    (void)taken;
}

void sockets_watch(int sockets, int socket, int interest) {
    struct epoll_event event = {
        .events = (interest & SOCKET_READABLE ? EPOLLIN : 0) | (interest & SOCKET_WRITABLE ? EPOLLOUT : 0),
        .data.fd = socket,
    };
    if (interest == 0) {
        // A socket that is already closed has left by itself.
        epoll_ctl(sockets, EPOLL_CTL_DEL, socket, &event);
    } else if (epoll_ctl(sockets, EPOLL_CTL_ADD, socket, &event) != 0 && errno == EEXIST) {
        epoll_ctl(sockets, EPOLL_CTL_MOD, socket, &event);
    }
}

int sockets_wait(int sockets, int milliseconds, struct socket_state *ready) {
    struct epoll_event events[SOCKETS_AT_ONCE];
    int count = epoll_wait(sockets, events, SOCKETS_AT_ONCE, milliseconds);
    for (int index = 0; index < count; index++) {
        uint32_t found = events[index].events;
        ready[index].socket = events[index].data.fd;
        ready[index].state = (found & (EPOLLIN | EPOLLHUP) ? SOCKET_READABLE : 0)
            | (found & EPOLLOUT ? SOCKET_WRITABLE : 0) | (found & EPOLLERR ? SOCKET_FAILED : 0);
    }
    return count < 0 ? 0 : count;
}

#endif
