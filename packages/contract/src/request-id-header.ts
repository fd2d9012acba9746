/**
 * Goes with each call, and comes back with its reply: the name of the request in the server's log. A save's is its `requestId`, which
 * is in the history of answers, so that a line of the log leads to the row, and the row to the device.
 */
export const requestIdHeader = 'x-request-id'

/** What the server takes for one: anything else gets a name from the server. */
export const requestIdPattern = /^[\w-]{8,64}$/
