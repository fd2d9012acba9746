import * as z from 'zod/mini'

/** A name that the server gave: a guid, or an identifier of an exam package. */
export const guid = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[\w.:-]+$/))

/** A number or a text that reads as one: what a query string carries. */
export const queryNumber = z.coerce.number<number>().check(z.int())

/** A short free text with an upper bound, so that no field takes megabytes. */
export const text = (maxCharacters: number) => z.string().check(z.maxLength(maxCharacters))

/** Levels: what a player sends has ten at most, and what writes JSON out again fails at some thousands. */
const deepest = 100

const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' || value === null || (levels > 0 && Object.values(value).every((one) => isWithin(one, levels - 1)))

/** A check for a field that takes any JSON: nested no deeper than can be written out again. */
export const shallow = z.refine((value: unknown) => isWithin(value, deepest), 'nested too deeply')

/** Whole seconds, as the calls carry times (spec 3 §3); our own code counts in milliseconds. */
export const seconds = z.number().check(z.nonnegative(), z.maximum(31_536_000))

/** `{}`: the answer of calls whose answer the specification leaves open. */
export const nothing = z.object({})

/** Ours, optional on every call that changes something: the server answers a repeated id as it answered the first. */
export const requestId = z.optional(z.uuid())
