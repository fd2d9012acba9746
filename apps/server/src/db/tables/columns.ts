/** Milliseconds since 1970, UTC. Both databases keep it as an integer. */
export type Instant = number
/** 0 or 1, because SQLite has no booleans. */
export type Flag = number
/** JSON as text. */
export type Json = string
