/**
 * Where the bytes of an announced file continue, below the API's base: the core of the tus protocol 1.0.0 (`HEAD` tells how far they are,
 * `PATCH` continues from there), signed in as for any call; a piece may be written in base64, under `encodedBodyType`. The announcement is their creation. Refusals have the shape of all.
 */
export const resumableFilePath = (fileGuid: string): string => `files/api/Files/resumable/${fileGuid}`

/**
 * Bytes that one request of an upload carries at most: a larger file goes in pieces of so many. It is what a slow line of 2 Mbit/s
 * takes in a quarter of a minute, and what servers in between let through that take an answer.
 */
export const largestPieceBytes = 4 * 1024 * 1024

/**
 * Bytes of a piece that goes in base64, because something on the way refused it as it is: it is a MiB as it is sent, which is what most
 * servers in between let through that no one has told otherwise.
 */
export const encodedPieceBytes = (3 / 4) * 1024 * 1024
