using System.Security.Cryptography;

namespace Shelflife {
    /// HKDF-SHA256 that derives 32 bytes.
    public static class Hkdf {
        public static byte[] Derive(byte[] material, byte[] salt, byte[] info) =>
            Hmac(Hmac(salt, material), Bytes.Join(info, new byte[] { 1 }));

        public static byte[] Hmac(byte[] key, byte[] data) {
            using (var hmac = new HMACSHA256(key)) return hmac.ComputeHash(data);
        }
    }
}
