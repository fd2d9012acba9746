/** What the newer build of pdf.js calls without asking whether it is there. */
const called: readonly (readonly [owner: string, name: string])[] = [
  ['Map.prototype', 'getOrInsertComputed'],
  ['Math', 'sumPrecise'],
  ['Promise', 'try'],
  ['Promise', 'withResolvers'],
  ['URL', 'parse'],
  ['AbortSignal', 'any'],
  ['RegExp', 'escape'],
  ['Uint8Array', 'fromBase64'],
  ['Uint8Array.prototype', 'toHex'],
]

/** Whether a browser has all of it, by its global object. */
export const understandsNewer = (globals: object): boolean =>
  called.every(([owner, name]) => {
    const found = owner
      .split('.')
      .reduce<unknown>((within, part) => (within instanceof Object ? Reflect.get(within, part) : undefined), globals)
    return found instanceof Object && name in found
  })
