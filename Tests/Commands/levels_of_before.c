/* A game of before Shelflife: it reads level after level by its one prepared statement. */
#include <sqlite3.h>
#include <stdio.h>

int main(int count, char **arguments) {
    sqlite3 *database;
    sqlite3_stmt *level;
    if (count != 2 || sqlite3_open_v2(arguments[1], &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) return 1;
    if (sqlite3_prepare_v2(database, "SELECT * FROM levels WHERE ix=?", -1, &level, NULL) != SQLITE_OK) return 1;
    for (int ix = 1;; ix++) {
        sqlite3_reset(level);
        sqlite3_bind_int(level, 1, ix);
        if (sqlite3_step(level) != SQLITE_ROW) break;
        const char *background = (const char *)sqlite3_column_text(level, 1);
        printf("%d|%s|", sqlite3_column_int(level, 0), background ? background : "");
        const unsigned char *map = sqlite3_column_blob(level, 2);
        for (int i = 0; i < sqlite3_column_bytes(level, 2); i++) printf("%02x", map[i]);
        printf("\n");
    }
    sqlite3_finalize(level);
    return sqlite3_close(database);
}
