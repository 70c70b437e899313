#if os(Linux)
let isLinux = true
#else
let isLinux = false
#endif
