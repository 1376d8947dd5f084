import ShelfConfiguration
import Testing

@Suite struct DatabaseAddressTests {
    private static let sound: [(String, [String: String])] = [
        ("postgresql://", [:]),
        ("postgresql:///shop", ["dbname": "shop"]),
        ("postgres://db.example", ["host": "db.example"]),
        (
            "postgresql://a:b@db.example:5433/shop",
            [
                "user": "a", "password": "b", "host": "db.example", "port": "5433", "dbname": "shop",
            ]
        ),
        ("postgresql://a:b:c%40%2F%3f%25@h/", ["user": "a", "password": "b:c@/?%", "host": "h"]),
        ("postgresql://one:1,two,[::1]:3/shop", ["host": "one,two,::1", "port": "1,,3", "dbname": "shop"]),
        (
            "postgresql://one,two/shop?target_session_attrs=read-write&sslmode=verify-full",
            [
                "host": "one,two", "dbname": "shop", "target_session_attrs": "read-write", "sslmode": "verify-full",
            ]
        ),
        ("postgresql://%2Frun%2Fpostgresql/shop", ["host": "/run/postgresql", "dbname": "shop"]),
        (
            "postgresql://a@/shop?host=/run/postgresql&password=x%26y@z",
            [
                "user": "a", "dbname": "shop", "host": "/run/postgresql", "password": "x&y@z",
            ]
        ),
        ("postgresql://h/shop?ssl=true", ["host": "h", "dbname": "shop", "sslmode": "require"]),
        ("host=db.example dbname=shop", ["host": "db.example", "dbname": "shop"]),
        (
            "  host = db.example\n\tpassword='a \\' b\\\\' user=''",
            [
                "host": "db.example", "password": "a ' b\\", "user": "",
            ]
        ),
        ("password=a\\ b=c user=d", ["password": "a b=c", "user": "d"]),
        ("host=h password=a\\", ["host": "h", "password": "a"]),
    ]

    @Test(arguments: sound)
    func `an address is taken apart as libpq does it`(text: String, parameters: [String: String]) throws {
        #expect(try DatabaseAddress(text).parameters == parameters)
    }

    @Test(arguments: [
        "", "very-secret", "shop:very-secret@h/d", "postgresql:/shop:very-secret@h/d", "mysql://a:very-secret@h/d?x=y",
        "postgresql://a:very-secret@[::1/d", "postgresql://a:very-secret@[]/d", "postgresql://a:very-secret@[::1]x/d",
        "postgresql://a@very-secret]/d", "postgresql://a:very-secret%zz@h/d", "postgresql://a:very-secret%4@h/d",
        "postgresql://a:very-secret%C0@h/d", "postgresql://a:very-secret%00@h/d", "postgresql://a:b@very-secret@h/d",
        "postgresql://a:1/very-secret@h/d", "postgresql://a:very-secret/2@h", "postgresql://a:very-secret?2@h/d",
        "postgresql://a:1?very-secret@h/d", "postgresql://h/d?very-secret", "postgresql://h/d?very-secret=x",
        "postgresql://h/d?password=very=secret", "postgresql://h/d?port=very-secret", "postgresql://h/%1Bvery-secret",
        "host=h very-secret", "host= password=very-secret", "host=h password='very-secret", "host=h password='very\\",
        "host=h Very-Secret=x", "host=h port=very-secret", "dbname=postgresql://a:very-secret@h",
    ])
    func `what isn't an address is refused without a word of it`(text: String) throws {
        let fault = #expect(throws: DatabaseAddressFault.self) { try DatabaseAddress(text) }
        let words = "\(try #require(fault))"
        #expect(words.contains("which isn't shown since it may have a password, expected an address of PostgreSQL"))
        #expect(!words.lowercased().contains("very"))
    }

    @Test(arguments: [
        ("postgresql://a:b@one:1,two/shop?sslmode=require", "postgresql://one:1,two/shop"),
        ("postgresql://a:b@/shop?host=/run/postgresql", "postgresql:///shop"),
        ("postgresql://a:b@[::1]:5433", "postgresql://[::1]:5433"),
        ("host=one,two port=5433 user=a password=b dbname=shop", "postgresql://one:5433,two:5433/shop"),
        ("hostaddr=192.0.2.1 user=a password=b", "postgresql://192.0.2.1"),
    ])
    func `its place names hosts and the database, and neither user nor password`(text: String, place: String) throws {
        #expect(try DatabaseAddress(text).place == place)
    }

    @Test func `an address has nothing to dump`() throws {
        var dumped = ""
        dump(try DatabaseAddress("postgresql://a:very-secret@h/d"), to: &dumped)
        #expect(!dumped.contains("secret"))
    }

    @Test(arguments: [
        ("postgresql://a:very-secret@[::1/d", true), ("POSTGRES://a:b@h/d", true), ("postgresql:/a:b@h/d", true),
        ("mysql://a:b@h/d", true), ("host = h dbname=d", true), ("/var/lib/shelflife", false), ("data", false),
        ("state-1=2", false), ("C:data", false),
    ])
    func `what is meant as an address isn't taken for a folder`(text: String, isMeant: Bool) {
        #expect(DatabaseAddress.isMeant(by: text) == isMeant)
    }
}
