import * as z from 'zod/mini'

/** A name that the server gave: a guid, or an identifier of an exam package. */
export const guid = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[\w.:-]+$/))

/** A number or a text that reads as one: what a query string carries. */
export const queryNumber = z.coerce.number<number>().check(z.int())

/** A short free text with an upper bound, so that no field takes megabytes. */
export const text = (maxCharacters: number) => z.string().check(z.maxLength(maxCharacters))

/** Whole seconds, as the calls carry times (spec 3 §3); our own code counts in milliseconds. */
export const seconds = z.number().check(z.nonnegative(), z.maximum(31_536_000))

/** `{}`: the answer of calls whose answer the specification leaves open. */
export const nothing = z.object({})

/** Ours, optional on every call that changes something: the server answers a repeated id as it answered the first. */
export const requestId = z.optional(z.uuid())
