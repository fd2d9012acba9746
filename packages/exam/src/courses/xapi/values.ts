/** The plain values of statements (xAPI 1.0.3). Each check distinguishes them from text that only looks like one. */

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuidForm.test(value)

/** Characters that no IRI contains, in any scheme: blanks, control characters and the signs that RFC 3987 excludes. */
const iriForm = /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`\p{Cc}\p{Cs}]+$/iu

/** An IRI with its scheme; a relative reference is not accepted. */
export const isIri = (value: unknown): value is string => typeof value === 'string' && iriForm.test(value)

/** An IRI that leads to a place: `homePage`, `fileUrl`, `moreInfo`. */
export const isIrl = (value: unknown): value is string => isIri(value) && URL.canParse(value)

/** RFC 5646, in the parts that a tag is made of; `i-klingon` and `x-own` too. */
const languageForm =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+|i-[a-z]{2,8})$/i

export const isLanguageTag = (value: unknown): value is string => typeof value === 'string' && languageForm.test(value)

export const isMediaType = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w!#$&^.+-]+=("[^"]*"|[\w!#$&^.+:-]+))*$/.test(value)

export const isMailAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^mailto:[^\s@<>]+@[^\s@<>]+$/i.test(value)

export const isSha1 = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{40}$/i.test(value)

/** SHA-224 to SHA-512, in hexadecimal. */
export const isSha2 = (value: unknown): value is string =>
  typeof value === 'string' && /^([\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i.test(value)

const momentForm = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i

/**
 * The milliseconds of a timestamp (ISO 8601, RFC 3339); without an offset it is UTC. Undefined if it isn't a timestamp, or if
 * its offset is `-00:00`, which the standard refuses.
 */
export const momentMs = (value: unknown): number | undefined => {
  const parts = typeof value === 'string' ? momentForm.exec(value) : null
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second = '0', fraction = '0', zone = 'Z'] = parts
  if (/^-00(:?00)?$/.test(zone)) return undefined
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number)
  if (y === undefined || mo === undefined || d === undefined || h === undefined || mi === undefined || s === undefined)
    return undefined
  if (mo < 1 || mo > 12 || d < 1 || h > 23 || mi > 59 || s > 60) return undefined
  const date = new Date(0)
  date.setUTCFullYear(y, mo - 1, d)
  if (date.getUTCDate() !== d) return undefined
  date.setUTCHours(h, mi, s, Math.floor(Number(`0.${fraction}`) * 1000))
  const offset = /^([+-])(\d\d):?(\d\d)?$/.exec(zone)
  if (!offset) return date.getTime()
  const [, sign, hours, minutes = '0'] = offset
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  return date.getTime() - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Whether a timestamp is in UTC, as cmi5 requires. */
export const isInUtc = (value: string): boolean => /(Z|\+00(:?00)?)$/i.test(value)

const durationForm =
  /^P(?:\d+(?:[.,]\d+)?W|(?=\d|T\d)(?:\d+(?:[.,]\d+)?Y)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?D)?(?:T(?=\d)(?:\d+(?:[.,]\d+)?H)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?S)?)?)$/

/** A duration of ISO 8601: `PT1H30M`, `P2W`; only its smallest part may have a fraction. */
export const isDuration = (value: unknown): value is string =>
  typeof value === 'string' && durationForm.test(value) && !/[.,]\d+[A-Z].*\d/.test(value)

/** A span of milliseconds as a duration, to the hundredth of a second: `PT12.34S`. */
export const durationOf = (spanMs: number): string => `PT${Math.max(0, Math.round(spanMs / 10)) / 100}S`

/** An object of JSON: no list, and not null. */
export type Fields = Readonly<Record<string, unknown>>
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
