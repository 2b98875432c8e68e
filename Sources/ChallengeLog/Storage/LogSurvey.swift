import Diagnosis
import Events
import Foundation

/// Finds out what of a damaged log can still be read: from its beginning, and from its end.
enum LogSurvey {
    /// The problem of a damaged log, naming what is readable.
    static func damaged(_ path: String, _ reason: String) -> Problem {
        let readable = survey(path)
        return .logDamaged(
            path: path,
            readable: readable.count,
            from: readable.first.map { EventTime.date($0) },
            to: readable.last.map { EventTime.date($0) },
            reason: reason
        )
    }

    private static func survey(_ path: String) -> (count: Int, first: Int64?, last: Int64?) {
        guard
            let database = try? SQLiteDatabase(
                uri: DatabaseURI.file(path),
                mode: .readOnly,
                busyMilliseconds: 1000
            )
        else { return (0, nil, nil) }
        let forward = walk(database, "SELECT id, time FROM events ORDER BY id")
        let backward = forward.isWhole ? nil : walk(database, "SELECT id, time FROM events ORDER BY id DESC")
        var count = forward.count
        if let backward {
            // The two walks do not meet where a page between them is bad.
            count += backward.count
        }
        return (count, forward.times.first ?? backward?.times.last, backward?.times.first ?? forward.times.last)
    }

    private struct Walk {
        var count = 0
        /// The first and the last time met.
        var times: [Int64] = []
        var isWhole = false
    }

    private static func walk(_ database: SQLiteDatabase, _ sql: String) -> Walk {
        var walk = Walk()
        do {
            let statement = try database.prepare(sql)
            defer { statement.reset() }
            while try statement.step() {
                walk.count += 1
                let time = statement.int64(1)
                if walk.times.count < 2 { walk.times.append(time) } else { walk.times[1] = time }
            }
            walk.isWhole = true
        } catch {
            // The walk ends where a page cannot be read: what it met is the answer.
        }
        return walk
    }
}
