#if Server
import Usecases

/// The period in which a certificate and the rest of its chain are all valid.
struct CertificateValidity: Sendable, Hashable {
    /// How long before the end operators are told: 14 days, in milliseconds.
    private static let notice: Int64 = 14 * 24 * 3600 * 1000

    let begin: Timestamp
    let end: Timestamp

    /// What an operator of the service should know; `nil` if there is nothing.
    func remark(at now: Timestamp) -> Sentence? {
        if now > end {
            return Sentence(
                en: "the TLS certificate has expired: it was valid until \(end)", ja: "TLSの証明書は期限切れです。有効期限は\(end)でした")
        }
        if now < begin {
            return Sentence(
                en: "the TLS certificate is not valid yet: it will be from \(begin)",
                ja: "TLSの証明書はまだ有効ではありません。\(begin)から有効です")
        }
        guard end.milliseconds - now.milliseconds < Self.notice else { return nil }
        return Sentence(
            en: "the TLS certificate is valid for less than 14 days, until \(end)",
            ja: "TLSの証明書の有効期限まで14日もありません。\(end)までです")
    }
}
#endif
