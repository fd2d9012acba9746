/**
 * The media type of a JSON body that is written in base64: for what something between browser and server refuses for the words in it.
 * Every call that takes JSON takes it so, too, and so do the pieces of a file.
 */
export const encodedBodyType = 'application/vnd.sitwell.base64'

/** Bytes in base64; in pieces, because a function takes only this many arguments. */
export const encodeBytes = (bytes: Uint8Array): string => {
  let signs = ''
  for (let from = 0; from < bytes.length; from += 8192) signs += String.fromCharCode(...bytes.subarray(from, from + 8192))
  return btoa(signs)
}

/** Text in base64, as UTF-8. */
export const encodeBody = (body: string): string => encodeBytes(new TextEncoder().encode(body))
