using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using Shelflife;

/// Does what a test tells it to. Each line of its input is a JSON array of a word and what belongs to it, and each
/// answer is JSON in a line that begins with "= ". It isn't part of the client.
public static class Driver {
    static readonly Dictionary<string, Act> Words = new Dictionary<string, Act> {
        ["base64"] = said => Shown(Raw(said[1])),
        ["json"] = said => Json.Value(Raw(said[1])),
        ["hkdf"] = said => Shown(Hkdf.Derive(Raw(said[1]), Raw(said[2]), Raw(said[3]))),
        ["aes"] = said => Shown(AesGcm.Open(Raw(said[1]), Raw(said[2]), Raw(said[3]), Raw(said[4]))),
        ["verify"] = said => Ed25519.Verify(Raw(said[1]), Raw(said[2]), Raw(said[3])),
        ["walk"] = said => Walk(new Chain(said[1]), said),
        ["open"] = said => Listing(said[3]).Open(Raw(said[1]), Raw(said[2])),
        ["shelf"] = said => shelf = new Shelf(Raw(said[1])),
        ["take"] = said => Take(said),
        ["listings"] = said => window.Listings().Select(Shown).ToList(),
        ["positions"] = said => Shown(shelf.Positions((long)said[1])),
        ["key"] = said => shelf.TakeKey(said[1], said[2] as long?),
        ["notice"] = said => Notice(Shelflife.Notice.Read(said[1], Raw(said[2]))),
        ["clock"] = said => clock = new Clock((long)said[1]),
        ["exchange"] = said => Exchange((List<object>)said[1], (string)said[2]),
        ["jump"] = said => { clock.Jump((long)said[1]); return null; },
        ["read"] = said => clock.Read((long)said[1], out long now, out long off) ? new object[] { said[1], now, off }
            : new object[] { said[1], null, null },
        ["looks"] = said => Looks((List<object>)said[1]),
        ["follow"] = said => Follow(new Client((string)said[1], (string)said[2], Raw(said[3]), Raw(said[4]))),
        ["draw"] = said => Draw(),
        ["shown"] = said => Shown(client.Positions((long)said[1])),
        ["tap"] = said => client.TakesTap((int)(long)said[1], drawn[(int)(long)said[1]]),
        ["state"] = said => new Dictionary<string, object> {
            ["gone"] = client.IsGone, ["paused"] = client.IsPaused, ["shut"] = client.IsShut,
            ["refusals"] = client.Refusals(),
        },
        ["stop"] = said => { client.Stop(); return null; },
        ["buyer"] = said => buyer = new Buyer((string)said[1], (string)said[2], (string)said[3], Sleep),
        ["order"] = said => buyer.Order((string)said[1], drawn[(int)(long)said[2]]),
        ["pending"] = said => buyer.Pending().Select(order => new object[] { order.Key, order.Value }).ToList(),
        ["buy"] = said => {
            Bought bought = buyer.Buy((string)said[1], Raw(said[2]));
            signed = bought?.SignedJson;
            return bought?.Receipt;
        },
        ["signed"] = said => signed,
    };

    delegate object Act(List<object> said);

    static Shelf shelf;
    static Window window;
    static Clock clock;
    static Client client;
    static Buyer buyer;
    static string signed;
    static List<Shown> drawn;

    public static void Main() {
        for (string line; (line = Console.ReadLine()) != null;) {
            var said = (List<object>)Json.Value(Encoding.UTF8.GetBytes(line));
            object answer;
            try {
                answer = Words[(string)said[0]](said);
            } catch (Refused refused) {
                answer = new Dictionary<string, object> { ["refused"] = refused.Message };
            } catch (FormatException) {
                answer = new Dictionary<string, object> { ["refused"] = "format" };
            }
            Console.WriteLine("= " + Written(answer));
        }
    }

    static byte[] Raw(object text) => Bytes.From(text);

    static string Shown(byte[] data) => data == null ? null : Bytes.Text(data);

    static object Walk(Chain chain, List<object> said) {
        chain.Trust((long)said[2], Raw(said[3]));
        return ((List<object>)said[4]).Select(slot => Shown(chain.Key((long)slot))).ToList();
    }

    static Listing Listing(object named) => new Listing {
        Chain = "", Slot = Json.Whole(named, "slot"), Position = Json.Whole(named, "position"),
        Revision = Json.Whole(named, "revision"), Seconds = Json.Whole(named, "seconds"),
        Sealed = Json.Raw(named, "sealed", 0, 70000),
    };

    static object Take(List<object> said) {
        byte[] data = File.ReadAllBytes((string)said[3]);
        window = Window.Read(data, Raw(said[1]), (string)said[2]);
        return shelf.Take(window, said[4] as long?, said[5] as long?);
    }

    static Dictionary<string, object> Shown(Listing listing) => new Dictionary<string, object> {
        ["chain"] = listing.Chain, ["slot"] = listing.Slot, ["position"] = listing.Position,
        ["revision"] = listing.Revision, ["seconds"] = listing.Seconds, ["startMs"] = listing.StartMs,
        ["sealed"] = Shown(listing.Sealed),
    };

    static object Shown(List<Shown> positions) => positions.Select(position => new Dictionary<string, object> {
        ["phase"] = position.Phase, ["name"] = position.Listing?.Name, ["startMs"] = position.Listing?.StartMs,
        ["endMs"] = position.Listing?.EndMs, ["card"] = position.Card, ["withdrawn"] = position.IsWithdrawn,
    }).ToList();

    static object Notice(Notice notice) {
        if (notice == null) return null;
        shelf.TakeNotice(notice);
        Dictionary<string, object> shown = Shown(notice.Listing);
        shown["store"] = notice.Store;
        shown["kind"] = notice.Kind;
        return shown;
    }

    static object Exchange(List<object> stamps, string timeline) {
        long[] us = stamps.Select(stamp => (long)stamp).ToArray();
        string outcome = clock.Take(us[0], us[1], us[2], us[3], us[4], timeline);
        return new object[] { outcome, clock.Uppers, clock.Lowers };
    }

    static object Looks(List<object> looks) {
        var jumps = new Jumps();
        return looks.Cast<List<object>>().Select(look => jumps.Look((long)look[0], (long)look[1], 0)).ToList();
    }

    static object Follow(Client made) {
        client = made;
        client.Start();
        return null;
    }

    static object Draw() {
        client.Time(out long earliestMs, out _);
        drawn = client.Draw(out long nowMs);
        client.Time(out _, out long latestMs);
        return drawn == null ? null : new Dictionary<string, object> {
            ["earliestMs"] = earliestMs, ["nowMs"] = nowMs, ["latestMs"] = latestMs, ["positions"] = Shown(drawn),
        };
    }

    /// Tests don't wait as long as a client does.
    static void Sleep(double seconds) => Thread.Sleep((int)(1000 * Math.Min(seconds, 0.05)));

    static string Written(object value) {
        if (value == null) return "null";
        if (value is bool flag) return flag ? "true" : "false";
        if (value is string text) return Quoted(text);
        if (value is IDictionary<string, object> members)
            return "{" + string.Join(",", members.Select(pair => $"{Quoted(pair.Key)}:{Written(pair.Value)}")) + "}";
        if (value is System.Collections.IEnumerable items)
            return "[" + string.Join(",", items.Cast<object>().Select(Written)) + "]";
        return value is IFormattable number ? number.ToString(null, CultureInfo.InvariantCulture) : "true";
    }

    static string Quoted(string text) => "\"" + string.Concat(text.Select(Escaped)) + "\"";

    static string Escaped(char c) => c > ' ' && c <= '~' && c != '"' && c != '\\' ? c.ToString() : $"\\u{(int)c:x4}";
}
