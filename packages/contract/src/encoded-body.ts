/**
 * The media type of a JSON body that is written in base64: for what something between browser and server refuses for the words in it.
 * Every call that takes JSON takes it so, too.
 */
export const encodedBodyType = 'application/vnd.sitwell.base64'

/** UTF-8 in base64; in pieces, because a function takes only so many arguments. */
export const encodeBody = (body: string): string => {
  const bytes = new TextEncoder().encode(body)
  let signs = ''
  for (let from = 0; from < bytes.length; from += 8192) signs += String.fromCharCode(...bytes.subarray(from, from + 8192))
  return btoa(signs)
}
