/// Told by something that takes long how much of how much is done; says whether to go on.
public typealias LongWork = @Sendable (_ done: Int, _ total: Int) -> Bool
