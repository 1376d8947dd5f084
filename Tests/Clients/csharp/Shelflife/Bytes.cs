using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

namespace Shelflife {
    /// Bytes as the wire has them: integers are big-endian, and base64 is base64url without padding.
    public static class Bytes {
        public static byte[] Join(params byte[][] parts) => parts.SelectMany(part => part).ToArray();

        public static byte[] Part(byte[] data, int at, int length) {
            var part = new byte[length];
            Buffer.BlockCopy(data, at, part, 0, length);
            return part;
        }

        public static byte[] Ascii(string text) => Encoding.ASCII.GetBytes(text);

        public static byte[] BE(long value, int size) {
            var data = new byte[size];
            for (int i = size - 1; i >= 0; i--, value >>= 8) data[i] = (byte)value;
            return data;
        }

        public static long Number(byte[] data, int at, int size) {
            long value = 0;
            for (int i = at; i < at + size; i++) value = value << 8 | data[i];
            return value;
        }

        public static string Text(byte[] data) =>
            Convert.ToBase64String(data).TrimEnd('=').Replace('+', '-').Replace('/', '_');

        /// The bytes of a text in base64url, or null where it isn't the one text of any bytes.
        public static byte[] From(object value) {
            if (!(value is string text)) return null;
            try {
                string padded = text.Replace('-', '+').Replace('_', '/') + new string('=', (4 - text.Length % 4) % 4);
                byte[] data = Convert.FromBase64String(padded);
                return Text(data) == text ? data : null;
            } catch (FormatException) {
                return null;
            }
        }

        public static byte[] Sha256(byte[] data) {
            using (var hash = new SHA256Managed()) return hash.ComputeHash(data);
        }
    }
}
