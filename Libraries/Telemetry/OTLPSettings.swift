#if Server
import Foundation
import HTTPTypes
package import UsecasesEngine
import UsecasesAPIClient
import UsecasesSystem

/// The settings of the span exporter, from the environment variables that OpenTelemetry defines. An empty variable
/// counts as unset.
package struct OTLPSettings: Sendable {
    /// The reason that a variable cannot be used. Its description never contains a value.
    package enum Flaw: Error, Hashable, CustomStringConvertible {
        /// The address is not valid. `reason` is a clause that follows the variable's name.
        case address(variable: String, reason: String)
        case headers
        case ratio

        package var description: String {
            switch self {
            case .address(let variable, let reason): "\(variable) is not the address of a collector: \(reason)"
            case .headers: "OTEL_EXPORTER_OTLP_HEADERS must have the form name=value,name=value"
            case .ratio: "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1"
            }
        }
    }

    private static let endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT"
    private static let tracesEndpoint = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"

    let collector: SpanCollector
    let serviceName: String
    /// The part of the traces that begin here and are sampled, from 0 to 1.
    let ratio: Double

    /// Whether the headers, which contain secrets, are sent to another machine without encryption.
    package var exposesHeaders: Bool { collector.address.isExposed && !collector.headers.isEmpty }

    /// Reads the settings. Returns `nil` if no variable names a collector. Throws the first flaw found.
    package init?(_ variables: [String: String], of product: Product) throws(Flaw) {
        let set = variables.filter { !$0.value.isEmpty }
        let isWhole = set[Self.tracesEndpoint] != nil
        let variable = isWhole ? Self.tracesEndpoint : Self.endpoint
        guard let text = set[variable] else { return nil }
        let address: BaseAddress
        do throws(BaseAddress.Flaw) {
            address = try BaseAddress(text)
        } catch {
            throw .address(variable: variable, reason: "\(error)")
        }
        collector = SpanCollector(
            address: address, headers: try Self.headers(set["OTEL_EXPORTER_OTLP_HEADERS"] ?? ""),
            path: isWhole ? "" : "/v1/traces")
        serviceName = set["OTEL_SERVICE_NAME"] ?? product.name
        guard let ratio = Double(set["OTEL_TRACES_SAMPLER_ARG"] ?? "1"), (0...1).contains(ratio) else { throw .ratio }
        self.ratio = ratio
    }

    /// Reads pairs of a name and a percent-encoded value. The values are secret.
    private static func headers(_ text: String) throws(Flaw) -> HTTPFields {
        var fields = HTTPFields()
        for pair in text.split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces).removingPercentEncoding }
            guard parts.count == 2, let name = parts[0].flatMap({ HTTPField.Name($0) }), let value = parts[1],
                value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
            else { throw .headers }
            fields.append(.secret(name, Secret(value)))
        }
        return fields
    }
}

/// The collector that receives spans by OTLP over HTTP.
struct SpanCollector: APIService {
    let address: BaseAddress
    let headers: HTTPFields
    /// The path of the endpoint for spans. Empty if the address includes it.
    let path: Path
}

/// Sends a batch of spans. The content of the answer is ignored.
struct ExportSpans: API {
    typealias Service = SpanCollector
    typealias Entity = Data

    let path: Path
    let batch: JSON
    /// Identifies the batch. The transport only repeats requests with a key.
    let key: String

    var method: Method { .post(.json(batch)) }
    var headers: HTTPFields { [.idempotencyKey: key] }
}
#endif
