import * as z from 'zod/mini'
import { customValueIn } from './custom-value.ts'

const text = z.string()
/** The values of a response by the name of their type, as an interaction writes them; a file is none. */
const scalarOf = {
  identifier: text,
  string: text,
  uri: text,
  boolean: z.boolean(),
  integer: z.int(),
  float: z.number(),
  intOrIdentifier: z.union([z.int(), text]),
  duration: z.union([z.number(), text]),
  point: z.tuple([z.number(), z.number()]),
  pair: z.tuple([text, text]),
  directedPair: z.tuple([text, text]),
} as const

type TypeName = keyof typeof scalarOf
const isTypeName = (name: string): name is TypeName => Object.hasOwn(scalarOf, name)
const typeNames = Object.keys(scalarOf).filter(isTypeName)

/** Values of a list, and fields of a record. */
const most = 1000

// One type with what is of it: two would say two things.
const base = z.nullable(z.union(typeNames.map((name) => z.strictObject({ [name]: scalarOf[name] }))))
const list = z.nullable(
  z.union(typeNames.map((name) => z.strictObject({ [name]: z.array(scalarOf[name]).check(z.maxLength(most)) }))),
)
const field = z.strictObject({ name: text.check(z.maxLength(256)), base: z.optional(base), list: z.optional(list) })

/** A response as the interactions write it: `{base:{integer:3}}`, `{list:{identifier:["a"]}}`, `{record:[…]}`; null where there is none. */
const customResponse = z.nullable(
  z.union([
    z.strictObject({ base }),
    z.strictObject({ list }),
    z.strictObject({ record: z.array(field).check(z.maxLength(most)) }),
  ]),
)
export type CustomResponse = z.infer<typeof customResponse>

export type CustomScalar = string | number | boolean | readonly [number, number] | readonly [string, string]
/** The values of a response with their type; `name` is that of a field of a record. */
export interface CustomPart {
  readonly name: string | undefined
  readonly type: TypeName
  readonly values: readonly CustomScalar[]
}

/** Reads a response that a field holds; undefined for anything that no interaction may answer. */
export const customResponseIn = (json: string): CustomResponse | undefined => {
  const held = customValueIn(json)
  const read = held && customResponse.safeParse(held.response)
  return read?.success ? read.data : undefined
}

/** Whether JSON of a response and a state is what a field may hold: written as it was, by whatever wrote it. */
export const isCodeAnswer = (json: string): boolean => customResponseIn(json) !== undefined

const partOf = (name: string | undefined, given: object | null | undefined, isList: boolean): CustomPart[] => {
  const [found] = Object.entries(given ?? {})
  if (!found || !isTypeName(found[0])) return []
  const values: readonly CustomScalar[] = isList ? found[1] : [found[1]]
  return values.length === 0 ? [] : [{ name, type: found[0], values }]
}

/** What a response says, in parts: one of a value or a list, several of a record. None where it says nothing. */
export const customParts = (response: CustomResponse): CustomPart[] => {
  if (response === null) return []
  if ('base' in response) return partOf(undefined, response.base, false)
  if ('list' in response) return partOf(undefined, response.list, true)
  return response.record.flatMap((one) => [...partOf(one.name, one.base, false), ...partOf(one.name, one.list, true)])
}
