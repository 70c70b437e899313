package import CalearningDomain
package import UsecasesEngine
package import UsecasesLaboratory

/// ひとつの冪等キーのUDIDはひとつ
package enum OneKeyOneUDID: Invariant {
    package static let sentence = Sentence(
        en: "An installation key has one UDID, in the registry and on the device",
        ja: "ひとつのインストールキーのUDIDは、登録簿でもデバイスでもひとつ")

    /// The registrations. A device sends its key with each.
    package static func occasions(in history: History) -> [(InstallationKey?, UDID)] {
        history.runs(of: RegisterDevice.self).compactMap(\.registration)
    }

    package static func breach(
        on registrations: [(InstallationKey?, UDID)], in history: History
    ) async throws(ErrorWrapper) -> Sentence? {
        var issued: [InstallationKey: UDID] = [:]
        for case (let key?, let udid) in registrations {
            if let other = issued[key], other != udid {
                return Sentence(
                    en: "The server answered \(key) with the UDIDs \(udid) and \(other).",
                    ja: "サーバは\(key)に対して、UDID \(udid)と\(other)を返しました。")
            }
            issued[key] = udid
            let recorded = try await history.server.deviceRegistry.registration(under: key)
            if recorded?.udid != udid { return differs(udid, from: recorded, under: key) }
        }
        // An interrupted or overlapping reset may leave the key of one installation next to the UDID of another.
        let reset = Set(
            history.runs(of: Reset.self).map(\.run).filter { reset in
                reset.goal == nil
                    || history.runs.contains { run in
                        run.device == reset.device && !run.isServers && run.beganAfter != reset.beganAfter
                            && !run.precedes(reset) && !reset.precedes(run)
                    }
            }.map(\.device))
        for (device, ports) in history.devices.enumerated() where !reset.contains(device) {
            guard let stored = try await ports.dataStore.get(DeviceMemory.keys.udid) else { continue }
            guard let key = try await ports.dataStore.get(DeviceMemory.keys.installationKey) else {
                return Sentence(
                    en: "Device \(device + 1) has the UDID \(stored), and not the key with which it asked for it.",
                    ja: "デバイス\(device + 1)にはUDID \(stored)がありますが、その取得に使った冪等キーがありません。")
            }
            let recorded = try await history.server.deviceRegistry.registration(under: key)
            if recorded?.udid.rawValue != stored {
                return Sentence(
                    en:
                        "Device \(device + 1) has the UDID \(stored), and the server \(text(of: recorded)) under its \(key).",
                    ja: "デバイス\(device + 1)のUDIDは\(stored)ですが、サーバにある\(key)のUDIDは\(text(of: recorded))です。")
            }
        }
        return nil
    }

    private static func differs(_ udid: UDID, from recorded: Registration?, under key: InstallationKey) -> Sentence {
        Sentence(
            en: "The server answered \(key) with the UDID \(udid), and has \(text(of: recorded)).",
            ja: "サーバは\(key)に対してUDID \(udid)を返しましたが、持っているのは\(text(of: recorded))です。")
    }

    private static func text(of recorded: Registration?) -> String { recorded.map { "\($0.udid)" } ?? "–" }
}

extension TypedRun<RegisterDevice> {
    /// The key of the request and the UDID of the answer.
    var registration: (InstallationKey?, UDID)? {
        guard case .サーバはUDIDを発行して冪等キーのもとに記録する(_, let key)? = basics.first else { return nil }
        switch goal {
        case .記録した場合_サーバは新しいUDIDを返す(let udid), .発行済みの場合_サーバは同じUDIDを返す(let udid): return (key, udid)
        case .冪等キーが別の内容で使われている場合_サーバは拒否する, nil: return nil
        }
    }
}

/// デバイスのUDIDは初期化するまで変わらない
package enum UDIDStays: Invariant {
    package static let sentence = Sentence(
        en: "The UDID of a device does not change until it is reset", ja: "デバイスのUDIDは初期化するまで変わらない")

    /// A run that reported a UDID to its device.
    package typealias Occasion = (run: WorldRun, udid: UDID)

    package static func occasions(in history: History) -> [Occasion] {
        history.runs.filter { !$0.isServers }.flatMap { run in run.ownValues(of: UDID.self).map { (run, $0) } }
    }

    package static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let resets = history.runs(of: Reset.self).map(\.run)
        for (device, ports) in history.devices.enumerated() {
            let seen = occasions.filter { $0.run.device == device }
            for (index, (first, udid)) in seen.enumerated() {
                for (second, other) in seen[(index + 1)...] where udid != other {
                    // A reset may come between the two runs unless it was before both or after both. If runs overlap,
                    // the order of their reports is unknown.
                    let isReset = resets.contains {
                        $0.device == device && !($0.precedes(first) && $0.precedes(second))
                            && !(first.precedes($0) && second.precedes($0))
                    }
                    if !isReset {
                        return Sentence(
                            en: "Device \(device + 1) was told the UDIDs \(udid) and \(other).",
                            ja: "デバイス\(device + 1)は、UDIDとして\(udid)と\(other)を受け取りました。")
                    }
                }
                let stored = try await ports.dataStore.get(DeviceMemory.keys.udid)
                let isReset = resets.contains { $0.device == device && !$0.precedes(first) }
                if !isReset, stored != udid.rawValue {
                    return Sentence(
                        en: "Device \(device + 1) was told the UDID \(udid), and has stored \(stored ?? "none").",
                        ja: "デバイス\(device + 1)はUDID \(udid)を受け取りましたが、保存しているのは\(stored ?? "なし")です。")
                }
            }
        }
        return nil
    }
}

/// サーバが返したものは失われない
package enum AnswersAreKept: Invariant {
    package static let sentence = Sentence(
        en: "What the server has answered is kept", ja: "サーバが返したものは失われない")

    package enum Answer {
        /// A session of this device.
        case session(OpenedSession, UDID)
        case udid(UDID, InstallationKey)
        /// The name of the device of this session.
        case name(DeviceName, LoggedIn, WorldRun)
    }

    package static func occasions(in history: History) -> [Answer] {
        let sessions = history.runs.filter { $0.isServers && $0.goal != nil }.flatMap { run in
            let device =
                run.values(of: AccountRequest.self).last?.device
                ?? run.values(of: LoggedIn.self).last?.session.udid
            return device.map { device in run.values(of: OpenedSession.self).map { Answer.session($0, device) } } ?? []
        }
        let udids = history.runs(of: RegisterDevice.self).compactMap(\.registration)
        let names = history.runs(of: SetDeviceName.self).compactMap { typed -> Answer? in
            guard case .サーバは名前が変わったことを返す = typed.goal,
                let name = typed.run.values(of: DeviceName.self).first,
                let loggedIn = typed.run.values(of: LoggedIn.self).last
            else { return nil }
            return .name(name, loggedIn, typed.run)
        }
        return sessions + udids.compactMap { key, udid in key.map { .udid(udid, $0) } } + names
    }

    package static func breach(on answers: [Answer], in history: History) async throws(ErrorWrapper) -> Sentence? {
        for answer in answers {
            switch answer {
            case .session(let opened, let device):
                let (account, registry) = (opened.account, history.server.accountRegistry)
                // Its owner or an operator may have erased the account since.
                if history.runs.contains(where: { $0.mayHaveErased(account) }) { continue }
                let kept = try await registry.account(named: account.name)
                if kept?.account != account {
                    return Sentence(
                        en:
                            "The server answered with the account \(account), and has \(kept.map { "\($0)" } ?? "none") now.",
                        ja: "サーバはアカウント\(account)を返しましたが、今あるのは\(kept.map { "\($0)" } ?? "なし")です。")
                }
                let session = try await registry.sessions(of: account.id, at: history.server.clock.now).first {
                    $0.id == opened.session
                }
                if let session, session.udid != device {
                    return Sentence(
                        en:
                            "The server answered the device \(device) with the session \(session.id), and has it for \(session.udid) now.",
                        ja: "サーバはデバイス\(device)にセッション\(session.id)を返しましたが、今それは\(session.udid)のものです。")
                }
            case .name(let name, let loggedIn, let run):
                let others = history.unsettledRuns(before: run).filter { $0.usecase == SetDeviceName.name }
                guard !others.contains(where: { $0.values(of: DeviceName.self).first != name }) else { continue }
                let session = try await history.server.accountRegistry.sessions(
                    of: loggedIn.account.id, at: history.server.clock.now
                ).first { $0.id == loggedIn.session.id }
                if let session, session.device != name {
                    return Sentence(
                        en:
                            "The server answered that the device of the session \(session.id) is named \(name), and has \(session) now.",
                        ja: "サーバはセッション\(session.id)のデバイスに名前\(name)が付いたと返しましたが、今は\(session)です。")
                }
            case .udid(let udid, let key):
                let kept = try await history.server.deviceRegistry.registration(under: key)
                if kept?.udid != udid {
                    return Sentence(
                        en:
                            "The server answered with the UDID \(udid), and has \(kept.map { "\($0.udid)" } ?? "none") under \(key) now.",
                        ja: "サーバはUDID \(udid)を返しましたが、今\(key)に対応するのは\(kept.map { "\($0.udid)" } ?? "なし")です。")
                }
            }
        }
        return nil
    }
}

/// 初期化したデバイスには何も残らない
package enum ResetForgetsEverything: Invariant {
    package static let sentence = Sentence(
        en: "A reset leaves nothing on the device", ja: "初期状態に戻したデバイスには何も残らない")

    /// The devices without a run during or after a reset.
    package static func occasions(in history: History) -> [Int] {
        history.runs(of: Reset.self).filter { $0.goal != nil }.map(\.run).filter { reset in
            history.runs.allSatisfy { run in
                run.device != reset.device || run.isServers || run.beganAfter == reset.beganAfter || run.precedes(reset)
            }
        }.map(\.device)
    }

    package static func breach(on devices: [Int], in history: History) async throws(ErrorWrapper) -> Sentence? {
        for device in devices {
            for key in DeviceMemory.keys.forgottenByReset {
                if let stored = try await key.stored(in: history.devices[device].dataStore) {
                    return Sentence(
                        en: "After the reset, device \(device + 1) still has \(stored).",
                        ja: "初期状態に戻したデバイス\(device + 1)に、まだ\(stored)があります。")
                }
            }
        }
        return nil
    }
}
