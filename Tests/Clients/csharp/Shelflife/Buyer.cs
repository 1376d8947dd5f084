using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Text;

namespace Shelflife {
    /// The player of a device. It buys each order once, however often a connection breaks or the app ends.
    public sealed class Buyer {
        const int AnswerBytesAtMost = 65536;
        static readonly string[] Asked = { "key", "store", "chain", "slot", "position", "revision", "price" };
        readonly string server, credential, file;
        readonly Action<double> sleep;
        readonly HashSet<string> underWay = new HashSet<string>();
        readonly object signIn = new object();
        string player, token;
        long tokenEndsUs;

        /// - credential: 32 random bytes in base64url, which the device keeps.
        /// - file: in it orders are written down before they leave: a line has key, store and body.
        /// - sleep: waits so many seconds.
        public Buyer(string server, string credential, string file, Action<double> sleep) {
            this.server = server;
            this.credential = credential;
            this.file = file;
            this.sleep = sleep;
        }

        /// The key of an order for what a position shows, written down; that of the same order, if one is under way.
        public string Order(string store, Shown seen) {
            Listing listing = seen.Listing;
            string body = $"{{\"chain\":\"{listing.Chain}\",\"slot\":{listing.Slot},\"position\":{listing.Position}," +
                $"\"revision\":{listing.Revision},\"price\":{Json.Whole(seen.Card, "price")}}}";
            lock (underWay) {
                string[] known = Orders().FirstOrDefault(order => order[1] == store && order[2] == body);
                if (known != null) return known[0];
                string key = Guid.NewGuid().ToString();
                Write(Orders().Concat(new[] { new[] { key, store, body } }));
                return key;
            }
        }

        /// The orders that aren't judged yet: each one's key, and the store that it is for. After a start of the app
        /// each is bought with that store's public key.
        public List<KeyValuePair<string, string>> Pending() {
            lock (underWay)
                return Orders().Select(order => new KeyValuePair<string, string>(order[0], order[1])).ToList();
        }

        /// Sends an order until the server has judged it, on the thread that calls it. Returns what was bought, or null
        /// where another thread sends it or it was judged; throws Refused with the server's code. The order is
        /// forgotten then, so keep what the game's own server has to learn of it.
        public Bought Buy(string key, byte[] publicKey) {
            string[] order;
            lock (underWay) {
                order = Orders().FirstOrDefault(known => known[0] == key);
                if (order == null || !underWay.Add(key)) return null;
            }
            try {
                for (int failures = 0; ; failures++) {
                    Answer answer = null;
                    object said = null;
                    try {
                        answer = Send(order);
                        said = Json.Object(answer.Data);
                    } catch (Exception error) when (error is WebException || error is IOException
                        || error is FormatException) { }
                    if (said != null && !IsPassing(answer.Status) && Code(said) != "not_on_sale") {
                        Bought receipt = answer.Status == 200 ? Checked(said, publicKey, order) : null;
                        lock (underWay) Write(Orders().Where(known => known[0] != key));
                        return receipt ?? throw new Refused(Code(said) ?? answer.Status.ToString());
                    }
                    sleep(Waits.After(Waits.Again(0.5, failures, 30), answer?.RetryAfter));
                }
            } finally {
                lock (underWay) underWay.Remove(key);
            }
        }

        static bool IsPassing(int status) =>
            status == 401 || status == 408 || status == 425 || status == 429 || status >= 500;

        static string Code(object said) => Json.Get(said, "code") as string;

        Answer Send(string[] order) {
            for (int signIns = 0; ; signIns++) {
                Answer refused = SignIn();
                if (refused != null) return refused;
                var headers = new Dictionary<string, string> {
                    ["Idempotency-Key"] = order[0], ["Authorization"] = "Bearer " + token,
                };
                Answer answer = Ask($"/v1/stores/{order[1]}/purchases", order[2], headers);
                if (answer.Status != 401) return answer;
                lock (signIn) token = null;
                if (signIns == 1) return answer;
            }
        }

        /// Null where the player is signed in; else the answer, after which an order waits. Throws Refused if it is for
        /// good.
        Answer SignIn() {
            lock (signIn) {
                if (token != null && Client.DeviceUs < tokenEndsUs) return null;
                long askedUs = Client.DeviceUs;
                Answer answer = Ask("/v1/players", $"{{\"credential\":\"{credential}\"}}", null);
                if (IsPassing(answer.Status)) return answer;
                object tokens = Json.Object(answer.Data);
                if (answer.Status != 200) throw new Refused(Code(tokens) ?? answer.Status.ToString());
                player = Json.Text(tokens, "player");
                token = Json.Text(tokens, "token");
                tokenEndsUs = askedUs + 1000000 * (Json.Whole(tokens, "expiresIn") - 30);
                return null;
            }
        }

        Answer Ask(string path, string body, Dictionary<string, string> headers) =>
            Http.Ask("POST", server + path, 15, AnswerBytesAtMost, Encoding.UTF8.GetBytes(body), headers);

        /// What was bought; Refused("receipt") where the receipt proves nothing, and the order stays.
        Bought Checked(object said, byte[] publicKey, string[] order) {
            object signed = Json.Get(said, "receipt");
            object receipt = Signed.Json(signed, publicKey, "SHELFRC1");
            var asked = Json.Object(Encoding.UTF8.GetBytes(order[2]));
            asked["key"] = order[0];
            asked["store"] = order[1];
            bool isRight = receipt != null && Equals(Json.Get(receipt, "player"), player)
                && Asked.All(name => Equals(Json.Get(receipt, name), asked[name]));
            Refused.Unless(isRight, "receipt");
            return new Bought(receipt, signed);
        }

        IEnumerable<string[]> Orders() =>
            File.Exists(file) ? File.ReadAllLines(file).Select(line => line.Split(new[] { ' ' }, 3)) : new string[0][];

        /// In one step, so that a crash leaves either what was there or what is there now.
        void Write(IEnumerable<string[]> orders) {
            byte[] data = Encoding.UTF8.GetBytes(string.Concat(orders.Select(order => string.Join(" ", order) + "\n")));
            using (var stream = new FileStream(file + ".new", FileMode.Create)) {
                stream.Write(data, 0, data.Length);
                stream.Flush(true);
            }
            if (File.Exists(file)) File.Replace(file + ".new", file, null);
            else File.Move(file + ".new", file);
        }
    }
}
