/// The ids of the rows that match a query, in its order; or just a range of ids when every row matches.
struct MatchList {
    /// Where the ids are.
    enum Rows {
        /// Every id of the range is a row: nothing is kept in memory.
        case range(first: Int64, count: Int)
        /// The ids one by one, in order.
        case list([Int64])

        /// A range; nil where the ids of somebody else's file are further apart than can be counted.
        init?(first: Int64, last: Int64) {
            let (distance, isTooFar) = last.subtractingReportingOverflow(first)
            guard !isTooFar, distance < .max / 2, last < .max else { return nil }
            self = .range(first: first, count: Int(distance) + 1)
        }
    }

    var rows: Rows
    /// The highest revision (requests) or id (events) taken in.
    var seen: Int64
    /// The highest id of an event when the list was made, for queries that look at events.
    var seenEvents: Int64

    var count: Int {
        switch rows {
        case .range(_, let count): count
        case .list(let ids): ids.count
        }
    }

    /// The id at a position, counted from the end when the order is turned around.
    func id(at position: Int, reversed: Bool = false) -> Int64? {
        let index = reversed ? count - 1 - position : position
        guard index >= 0, index < count else { return nil }
        switch rows {
        case .range(let first, _): return first + Int64(index)
        case .list(let ids): return ids[index]
        }
    }

    /// The position of an id, in whatever order the list is.
    func position(of id: Int64) -> Int? {
        if let position = positionInOrder(of: id) { return position }
        if case .list(let ids) = rows { return ids.firstIndex(of: id) }
        return nil
    }

    /// The position of an id in a list that is in the order of ids; nil when it is not there.
    func positionInOrder(of id: Int64) -> Int? {
        switch rows {
        case .range(let first, let count):
            let index = id - first
            return index >= 0 && index < Int64(count) ? Int(index) : nil
        case .list(let ids):
            let index = Self.firstIndex(in: ids, notBelow: id)
            return index < ids.count && ids[index] == id ? index : nil
        }
    }

    /// Takes in a row that changed; the list is in the order of ids.
    mutating func update(_ id: Int64, matches: Bool) {
        guard case .list(var ids) = rows else { return }
        // The array must have one owner to be changed in place.
        rows = .list([])
        let index = Self.firstIndex(in: ids, notBelow: id)
        let isThere = index < ids.count && ids[index] == id
        if matches, !isThere { ids.insert(id, at: index) }
        if !matches, isThere { ids.remove(at: index) }
        rows = .list(ids)
    }

    private static func firstIndex(in ids: [Int64], notBelow id: Int64) -> Int {
        if let last = ids.last, last < id { return ids.count }
        var low = 0
        var high = ids.count
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
