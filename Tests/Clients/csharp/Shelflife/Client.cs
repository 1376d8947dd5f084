using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading;

namespace Shelflife {
    /// Follows one store. Two threads of its own make the requests, check what comes and open cards. Any thread may
    /// call what is public here, and waits for no request.
    public sealed class Client {
        const int TickMs = 20, Small = 4096;
        readonly string server, store;
        readonly byte[] publicKey;
        /// Guards all that follows it.
        readonly object gate = new object();
        readonly Clock clock = new Clock();
        readonly Jumps jumps = new Jumps();
        readonly TapGuard guard = new TapGuard();
        readonly Shelf shelf;
        readonly List<string> refusals = new List<string>();
        KeyStream stream;
        string etag;
        int exchanges, timeFailures, goneFailures, keyFailures, streamFailures;
        long timeDueUs, windowDueUs, lookDueUs, keyDueUs;
        bool hasFailed, hasHeardOfPause;
        volatile bool isGone, isPaused;
        volatile int run;

        public Client(string server, string store, byte[] publicKey, byte[] appSecret = null) {
            this.server = server;
            this.store = store;
            this.publicKey = publicKey;
            shelf = new Shelf(appSecret);
        }

        public bool IsGone => isGone;
        public bool IsPaused => isPaused;

        /// Fires on a thread of the client: the store began anew.
        public event Action BeganAnew;

        /// By a monotonic clock.
        public static long DeviceUs =>
            (long)(Stopwatch.GetTimestamp() * (1000000m / Stopwatch.Frequency));

        /// Why something that came wasn't taken, for the developer.
        public List<string> Refusals() {
            lock (gate) return refusals.ToList();
        }

        public bool IsShut {
            get { lock (gate) return shelf.IsShut; }
        }

        /// When the store comes to the screen, and when the network is back.
        public void Start() {
            Stop();
            lock (gate) {
                int mine = run;
                exchanges = streamFailures = 0;
                timeDueUs = lookDueUs = 0;
                long soonUs = Later(shelf.Window == null ? 0 : Waits.Between(0, 2));
                if (hasFailed || windowDueUs < soonUs) windowDueUs = soonUs;
                new Thread(() => While(mine, Tend)) { IsBackground = true }.Start();
                new Thread(() => While(mine, () => FollowKeys(mine))) { IsBackground = true }.Start();
            }
        }

        /// When the store leaves the screen.
        public void Stop() {
            lock (gate) {
                run++;
                stream?.Close();
            }
        }

        /// Fetches the window soon: an order's refusal says that the shelf has changed.
        public void Refresh() {
            lock (gate) FetchWithin(5);
        }

        /// What the shelf shows now, and the server's time by which it does; null before the time is known.
        public List<Shown> Draw(out long nowMs) {
            lock (gate) {
                bool isKnown = clock.Read(DeviceUs, out long nowUs, out _);
                nowMs = nowUs / 1000;
                if (shelf.Window == null || !isKnown) return null;
                List<Shown> positions = shelf.Positions(nowMs);
                guard.Note(positions, DeviceUs);
                return positions;
            }
        }

        /// What the shelf shows at an instant, as far as its keys are known.
        public List<Shown> Positions(long nowMs) {
            lock (gate) return shelf.Positions(nowMs);
        }

        /// Whether a tap counts that began on what `Draw` had returned.
        public bool TakesTap(int position, Shown seen) {
            List<Shown> positions = Draw(out _);
            lock (gate) return positions != null && !isPaused && guard.Takes(position, seen, DeviceUs);
        }

        /// The earliest and the latest that the time can be; false before it is known.
        public bool Time(out long earliestMs, out long latestMs) {
            lock (gate) {
                bool isKnown = clock.Read(DeviceUs, out long nowUs, out long uncertaintyUs);
                earliestMs = Floor.Of(nowUs - uncertaintyUs, 1000);
                latestMs = -Floor.Of(-nowUs - uncertaintyUs, 1000);
                return isKnown;
            }
        }

        void While(int mine, Action act) {
            for (; run == mine; Thread.Sleep(TickMs)) {
                try {
                    act();
                } catch (Exception error) when (IsFailure(error)) { }
            }
        }

        static bool IsFailure(Exception error) =>
            error is WebException || error is IOException || error is FormatException || error is Refused
            || error is ObjectDisposedException;

        static long Later(double seconds) => DeviceUs + (long)(seconds * 1000000);

        string Url(string what) => $"{server}/v1/stores/{store}/{what}";

        void Tend() {
            if (DeviceUs >= lookDueUs) Look();
            if (DeviceUs >= timeDueUs) {
                bool worked = Try(Exchange);
                lock (gate) {
                    if (worked) exchanges++;
                    timeDueUs = Later(!worked ? Waits.Again(1, timeFailures, 4)
                        : exchanges < 8 ? Waits.Between(0.08, 0.16) : Waits.Around(exchanges < 23 ? 4 : 16));
                    timeFailures = worked ? 0 : timeFailures + 1;
                }
            }
            if (DeviceUs >= windowDueUs) {
                double wait = Waits.Around(5);
                bool worked = Try(() => (wait = FetchWindow()) >= 0);
                lock (gate) {
                    hasFailed = !worked;
                    windowDueUs = Later(wait);
                }
            }
            Try(TendKey);
            lock (gate) {
                if (!Time(out long earliestMs, out long latestMs)) return;
                shelf.Positions(latestMs + 200);
                bool isOfNow = Try(() => {
                    shelf.CheckTime(earliestMs, latestMs);
                    return true;
                });
                if (!isOfNow) windowDueUs = 0;
            }
        }

        /// False also where something failed, and notes what wasn't taken.
        bool Try(Func<bool> act) {
            try {
                return act();
            } catch (Exception error) when (IsFailure(error)) {
                if (error is Refused) lock (gate) refusals.Add(error.Message);
                return false;
            }
        }

        /// Whether one of the device's clocks has jumped.
        bool Look() {
            long beforeUs = DeviceUs, wallUs = (DateTime.UtcNow.Ticks - 621355968000000000) / 10, afterUs = DeviceUs;
            lock (gate) {
                lookDueUs = Later(1);
                long byUs = jumps.Look(afterUs, wallUs, afterUs - beforeUs);
                if (byUs == 0) return false;
                clock.Jump(byUs);
                exchanges = 0;
                timeDueUs = 0;
                return true;
            }
        }

        bool Exchange() {
            Look();
            long a = DeviceUs;
            Answer answer = Http.Ask("GET", server + "/v1/time", 5, Small);
            long d = DeviceUs;
            if (answer.Status != 200 || Look()) return false;
            object stamps = Json.Object(answer.Data);
            long b = Json.Whole(stamps, "receivedUs"), c = Json.Whole(stamps, "sentUs");
            lock (gate) {
                long uncertaintyUs = Json.Whole(stamps, "uncertaintyUs");
                string outcome = clock.Take(a, b, c, d, uncertaintyUs, Json.Text(stamps, "timeline"));
                if (outcome == "restarted") exchanges = 0;
                return outcome != "refused";
            }
        }

        /// Fetches the newest window, and returns how many seconds to wait before the next.
        double FetchWindow() {
            if (isGone && !IsListed()) return Waits.Again(90, goneFailures++, 600);
            var headers = new Dictionary<string, string>();
            lock (gate) if (shelf.Window != null && etag != null) headers["If-None-Match"] = etag;
            Answer answer = Http.Ask("GET", Url("window"), 15, Window.BytesAtMost, null, headers);
            if (answer.Status == 404 && !IsListed()) return Gone();
            if (answer.Status == 200) {
                Window window = Window.Read(answer.Data, publicKey, store);
                bool isKnown = Time(out long earliestMs, out long latestMs), isAnew;
                lock (gate) {
                    isAnew = shelf.Take(window, isKnown ? earliestMs : (long?)null, isKnown ? latestMs : (long?)null);
                    etag = answer.ETag;
                }
                isGone = false;
                goneFailures = 0;
                if (isAnew) BeganAnew?.Invoke();
            } else if (answer.Status != 304) return Waits.After(Waits.Around(5), answer.RetryAfter);
            double wait = Waits.Between(360, 540);
            lock (gate)
                if (Time(out _, out long nowMs) && shelf.Window != null)
                    wait = Math.Min(wait, (shelf.Window.UntilMs - nowMs) / 1000.0 - 30);
            return Math.Max(5, wait);
        }

        /// False only where the server has other stores and not this one.
        bool IsListed() {
            Answer answer = Http.Ask("GET", server + "/v1/stores", 10, Window.BytesAtMost);
            if (answer.Status != 200 || !(Json.Value(answer.Data) is List<object> stores)) return true;
            return stores.Count == 0 || stores.Any(known => (string)Json.Get(known, "id") == store);
        }

        double Gone() {
            isGone = true;
            lock (gate) shelf.Forget();
            return Waits.Again(90, goneFailures++, 600);
        }

        /// Asks for a key by itself if the stream should have brought it a second ago.
        bool TendKey() {
            Listing missing;
            lock (gate) {
                bool isKnown = clock.Read(DeviceUs, out long nowUs, out _) && stream != null;
                missing = isKnown ? shelf.Missing(nowUs / 1000) : null;
                if (missing == null) keyFailures = 0;
                if (missing == null || keyFailures > 0 && DeviceUs < keyDueUs) return true;
                keyDueUs = Later(Waits.Again(1, keyFailures++, 30));
                if (keyFailures == 1) return true;
            }
            Answer answer = Http.Ask("GET", Url($"keys/{missing.Chain}/{missing.Slot}"), 5, Small);
            if (answer.Status == 200 && TakeKey(Json.Object(answer.Data))) lock (gate) stream?.Close();
            return true;
        }

        void FollowKeys(int ofRun) {
            KeyStream mine;
            lock (gate) {
                if (shelf.Window == null || run != ofRun) return;
                mine = stream = new KeyStream(Url("keys"));
                hasHeardOfPause = false;
            }
            try {
                mine.Follow(TakeEvent);
            } finally {
                lock (gate) if (stream == mine) stream = null;
                Thread.Sleep((int)(1000 * Waits.Again(0.5, streamFailures++, 5)));
            }
        }

        void TakeEvent(string name, object data) {
            if (name == "key" && TakeKey(data)) streamFailures = 0;
            if (name == "notice" && Notice.Read(data, publicKey) is Notice notice && notice.Store == store)
                lock (gate) shelf.TakeNotice(notice);
            if (name == "paused") isPaused = Equals(Json.Get(data, "paused"), true);
            if (name == "stores" && !hasHeardOfPause) isPaused = false;
            hasHeardOfPause |= name == "paused";
            lock (gate) {
                bool isNewer = Json.Get(data, "sequence") is long sequence && sequence > shelf.Window?.Sequence;
                if (name == "window" && isNewer) FetchWithin(Waits.Between(0, 10));
                if (name == "gone") windowDueUs = Later(Gone());
            }
        }

        /// Takes a key that came by itself, and says whether it is news.
        bool TakeKey(object message) {
            bool isKnown = Time(out _, out long latestMs);
            lock (gate) {
                try {
                    return shelf.TakeKey(message, isKnown ? latestMs : (long?)null);
                } catch (Refused refused) {
                    refusals.Add(refused.Message);
                    if (refused.Message == "forged") stream?.Close();
                    if (refused.Message == "chain" || refused.Message == "walk") FetchWithin(5);
                    return false;
                }
            }
        }

        void FetchWithin(double seconds) {
            if (!isGone) windowDueUs = Math.Min(windowDueUs, Later(seconds));
        }
    }
}
