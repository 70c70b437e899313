#if os(Linux)
let isLinux = true
#else
let isLinux = false
#endif

#if AsyncHTTPClient || OpenCombine
/// Whether nothing was built in that the default build leaves out.
let isDefaultBuild = false
#else
let isDefaultBuild = true
#endif
