import { type Call, describeCall } from '@sitwell/contract'

interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly minItems?: number
}

/** Values of fields that name something, by their names whatever the call and the spelling: `userguid` stands for `userGUID` too. */
export type Names = Readonly<Record<string, string | number>>

const sampleOf = (schema: JsonSchema, field: string, names: Names): unknown => {
  const named = names[field.toLowerCase()]
  if (named !== undefined) return named
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return sampleOf(first, field, names)
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, sampleOf(inner, name, names)]))
  if (schema.type === 'array') return schema.items && schema.minItems ? [sampleOf(schema.items, field, names)] : []
  if (schema.type === 'boolean') return true
  // A number that a query carries as text has no type here.
  return schema.type === 'string' ? 'x' : 1
}

/** A call may want one of two fields and not both. */
const withoutOne = (value: object) =>
  Object.keys(value).map((field) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== field)))

const parts = ['params', 'query', 'body'] as const

/**
 * What a call takes, made from its description alone, so that a call that is added tomorrow is tried too. Throws where the call
 * wouldn't take it: then a field of it needs a value in `names`.
 */
export const sampleInput = (call: Call, names: Names): Readonly<Partial<Record<(typeof parts)[number], object>>> => {
  const described = describeCall(call)
  const input: Partial<Record<(typeof parts)[number], object>> = {}
  for (const part of parts) {
    const schema = call[part]
    if (!schema) continue
    // What `describeCall` makes of a schema: every part is an object.
    const value = sampleOf(described[part] as JsonSchema, part, names) as object
    const taken = [value, ...withoutOne(value)].find((one) => schema.safeParse(one).success)
    if (!taken) throw new Error(`${call.name} doesn't take ${JSON.stringify(value)} as its ${part}.`)
    input[part] = taken
  }
  return input
}
