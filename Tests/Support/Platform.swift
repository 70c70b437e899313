#if os(Linux)
let isLinux = true
#else
let isLinux = false
#endif

#if AsyncHTTPClient || OpenCombine
/// Whether the build includes neither AsyncHTTPClient nor OpenCombine, like the default build.
let isDefaultBuild = false
#else
let isDefaultBuild = true
#endif

#if Server
/// Whether the build includes the service.
let hasService = true
#else
let hasService = false
#endif
