using System;
using System.IO;
using System.Net;
using System.Text;

namespace Shelflife {
    /// A store's server-sent events, read by the thread that follows them.
    public sealed class KeyStream {
        const int SilenceSeconds = 45, LineAtMost = 128 * 1024;
        readonly HttpWebRequest request;

        public KeyStream(string url) {
            request = Http.Request("GET", url, SilenceSeconds);
            request.Accept = "text/event-stream";
        }

        /// Hands each event over until the connection ends or is closed.
        public void Follow(Action<string, object> take) {
            using (WebResponse response = request.GetResponse())
            using (Stream stream = response.GetResponseStream()) {
                string name = null, data = null;
                for (string line; (line = Line(stream)) != null;) {
                    string value = line.Substring(line.IndexOf(':') + 1);
                    value = value.StartsWith(" ", StringComparison.Ordinal) ? value.Substring(1) : value;
                    string field = line.Substring(0, Math.Max(0, line.IndexOf(':')));
                    if (field == "event") name = value;
                    if (field == "data") data = data == null ? value : $"{data}\n{value}";
                    if (line.Length > 0) continue;
                    if (name != null && data != null) take(name, Json.Value(Encoding.UTF8.GetBytes(data)));
                    name = data = null;
                }
            }
        }

        /// Ends `Follow`, from any thread.
        public void Close() => request.Abort();

        readonly byte[] block = new byte[8192];
        int at, count;

        /// The next line without its end, or null at the stream's.
        string Line(Stream stream) {
            using (var line = new MemoryStream()) {
                while (line.Length <= LineAtMost) {
                    if (at == count) {
                        at = 0;
                        count = stream.Read(block, 0, block.Length);
                        if (count == 0) return null;
                    }
                    byte next = block[at++];
                    if (next == '\n') return Encoding.UTF8.GetString(line.ToArray()).TrimEnd('\r');
                    line.WriteByte(next);
                }
                throw new IOException("the line is too long");
            }
        }
    }
}
