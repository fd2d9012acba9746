/**
 * The header of every reply to somebody who is signed in that says when it was given: milliseconds since 1970 by the server's clock.
 * From then on a browser counts by a clock that nobody can set, and so knows without a network when something was typed.
 */
export const heardHeader = 'sitwell-time'
