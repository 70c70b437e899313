#if !canImport(Darwin)
package let isLinux = true
#else
package let isLinux = false
#endif

#if Server
/// Whether the build includes the service.
package let hasService = true
#else
package let hasService = false
#endif
