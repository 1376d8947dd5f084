import ShelfDatabase
import ShelfSQL

// What these protocols ask for is in ShelfSQL.
extension SQLiteDatabase: AuditDatabase {}
extension SQLiteDatabase: ChangeDatabase {}
extension SQLiteDatabase: ContentDatabase {}
extension SQLiteDatabase: HoldingsDatabase {}
extension SQLiteDatabase: IncarnationDatabase {}
extension SQLiteDatabase: PlayerDatabase {}
extension SQLiteDatabase: ScheduleDatabase {}
extension SQLiteDatabase: SecretDatabase {}
extension SQLiteDatabase: SupportDatabase {}
extension SQLiteDatabase: TopUpDatabase {}
extension SQLiteDatabase: WithdrawalDatabase {}
