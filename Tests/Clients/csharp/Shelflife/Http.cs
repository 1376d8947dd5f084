using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Net;

namespace Shelflife {
    /// Requests, each on the thread that calls it. All of it throws WebException or IOException where no answer came.
    public static class Http {
        static Http() {
            // One stream, one request for the shelf and one order at a time, for a few stores.
            ServicePointManager.DefaultConnectionLimit = 16;
            ServicePointManager.Expect100Continue = false;
        }

        public static HttpWebRequest Request(string method, string url, int seconds) {
            var request = (HttpWebRequest)WebRequest.Create(url);
            request.Method = method;
            request.Timeout = request.ReadWriteTimeout = 1000 * seconds;
            request.AllowAutoRedirect = false;
            return request;
        }

        /// - most: how many bytes of the answer are read at most.
        public static Answer Ask(string method, string url, int seconds, int most, byte[] body = null,
                IDictionary<string, string> headers = null) {
            HttpWebRequest request = Request(method, url, seconds);
            foreach (KeyValuePair<string, string> header in headers ?? new Dictionary<string, string>())
                request.Headers[header.Key] = header.Value;
            if (body != null) {
                request.ContentType = "application/json";
                request.ContentLength = body.Length;
                using (Stream stream = request.GetRequestStream()) stream.Write(body, 0, body.Length);
            }
            using (HttpWebResponse response = Response(request)) {
                string wait = response.Headers["Retry-After"];
                bool waits = double.TryParse(wait, NumberStyles.None, CultureInfo.InvariantCulture, out double asked);
                return new Answer {
                    Status = (int)response.StatusCode, ETag = response.Headers["ETag"], Data = Read(response, most),
                    RetryAfter = waits ? asked : (double?)null,
                };
            }
        }

        static HttpWebResponse Response(HttpWebRequest request) {
            try {
                return (HttpWebResponse)request.GetResponse();
            } catch (WebException error) when (error.Response is HttpWebResponse response) {
                return response;
            }
        }

        static byte[] Read(HttpWebResponse response, int most) {
            using (Stream stream = response.GetResponseStream())
            using (var data = new MemoryStream()) {
                var block = new byte[65536];
                for (int count; (count = stream.Read(block, 0, block.Length)) > 0;) {
                    data.Write(block, 0, count);
                    if (data.Length > most) throw new IOException("the answer is too long");
                }
                return data.ToArray();
            }
        }
    }
}
