package import ShelfWire

extension SessionRunner {
    func perform(_ action: StoreSession.Action) {
        switch action {
        case .fetchWindow(let etag): fetchWindow(etag: etag)
        case .exchangeTime: exchangeTime()
        case .openKeyStream: openKeyStream()
        case .closeKeyStream: cancel(.stream)
        case .fetchKey(let chain, let slot): fetchKey(chain: chain, slot: slot)
        case .fetchStores: fetchStores()
        case .archive(let bytes): save(bytes)
        case .archiveClock: saveClock()
        case .wake(let us): setTimer(us)
        case .redraw: askForRedraw()
        }
    }

    private func fetchWindow(etag: String?) {
        begin(.window) { [transport, store = session.store, isGone = session.isGone] in
            let event = await Self.window(of: store, etag: etag, wasGone: isGone, transport)
            if !Task.isCancelled { self.send(event) }
        }
    }

    /// - Parameter wasGone: whether the store was gone. A cache may have the last window of a closed store still, so
    ///   that store must be listed again first.
    private static func window(
        of store: String, etag: String?, wasGone: Bool, _ transport: Transport
    ) async -> StoreSession.Event {
        if wasGone, let listed = await othersOnly(than: store, transport) { return .storeUnlisted(listed) }
        do {
            switch try await transport.window(store, etag) {
            case .window(let bytes, let etag): return .windowAnswer(bytes: bytes, etag: etag)
            case .notModified: return .windowNotModified
            }
        } catch {
            let error = TransportError(any: error)
            if error.isNotFound, let listed = await othersOnly(than: store, transport) { return .storeUnlisted(listed) }
            return error.isFromElsewhere ? .wrongServer(error) : .windowFailed
        }
    }

    /// The ids of the server's stores; `nil` unless there are some, and this one is not among them. Right after a
    /// restore there are none, though none is closed.
    private static func othersOnly(than store: String, _ transport: Transport) async -> [String]? {
        guard let ids = try? await transport.stores().map(\.id), !ids.isEmpty, !ids.contains(store) else { return nil }
        return ids
    }

    private func exchangeTime() {
        begin(.time) { [transport] in
            let exchange = try? await transport.time()
            guard !Task.isCancelled else { return }
            self.send(exchange.map(StoreSession.Event.timeAnswer) ?? .timeFailed)
        }
    }

    private func openKeyStream() {
        begin(.stream) { [transport, store = session.store] in
            do {
                for try await event in transport.keys(store) {
                    // A window that was requested before may be from when the store was still open.
                    if event == .gone { await self.cancel(.window) }
                    self.send(StoreSession.Event(event))
                }
            } catch TransportError.silent(let seconds) where !Task.isCancelled {
                return self.send(.keyStreamSilent(forUs: seconds * 1_000_000))
            } catch TransportError.flooded where !Task.isCancelled {
                return self.send(.keyStreamFlooded)
            } catch {
                if !Task.isCancelled, let error = error as? TransportError, error.isNotFound {
                    self.send(.keyStreamRefused)
                }
            }
            if !Task.isCancelled { self.send(.keyStreamEnded) }
        }
    }

    private func fetchKey(chain: ChainID, slot: Int) {
        begin(.key) { [transport, store = session.store] in
            let released = try? await transport.key(store, chain, slot)
            self.send(released.map(StoreSession.Event.keyAnswer) ?? .keyFailed)
        }
    }

    private func fetchStores() {
        begin(.stores) { [transport] in
            let stores = try? await transport.stores()
            if !Task.isCancelled { self.send(stores.map(StoreSession.Event.storesAnswer) ?? .storesFailed) }
        }
    }

    private func save(_ bytes: [UInt8]) {
        begin(.archive) { [archive, store = session.store] in await archive.saveWindow(store, bytes) }
    }

    private func saveClock() {
        let wallAheadUs = local.wallUs() - local.nowUs()
        guard let bootSession = local.bootSession,
            let saved = session.clock.saved(bootSession: bootSession, wallAheadUs: wallAheadUs)
        else { return }
        begin(.archiveClock) { [archive] in await archive.saveClock(saved) }
    }

    private func setTimer(_ us: Int64?) {
        guard let us else { return cancel(.timer) }
        begin(.timer) { [local] in
            if (try? await local.sleep(untilUs: us)) != nil { self.send(.wake) }
        }
    }
}

extension StoreSession.Event {
    package init(_ event: StreamEvent) {
        self =
            switch event {
            case .key(let event): .keyEvent(event)
            case .notice(let notice): .notice(notice)
            case .stores(let version): .storesAnnounced(version: version)
            case .window(let sequence): .windowAnnounced(sequence: sequence)
            case .gone: .storeGone
            case .paused(let isPaused): .storePaused(isPaused)
            }
    }
}
