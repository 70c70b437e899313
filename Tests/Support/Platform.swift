#if !canImport(Darwin)
let isLinux = true
#else
let isLinux = false
#endif

#if Server
/// Whether the build includes the service.
let hasService = true
#else
let hasService = false
#endif
