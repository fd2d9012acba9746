import { type Call, describeCall } from '@sitwell/contract'

export interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly required?: readonly string[]
}

/** Values of fields that name something, by their names whatever the call and the spelling: `userguid` represents `userGUID` too. */
export type Names = Readonly<Record<string, string | number>>

/** `usual`: every field, and only the items that an array needs, or one that `names` has. `all`: one item in each array as well. `required`: optional fields only if `names` has them. */
export type SampleSize = 'usual' | 'all' | 'required'

/** Texts of fields that take only one form, whatever they name. */
const formed: Names = { opens: '2026-12-03T09:30', closes: '2026-12-03T12:00', operation: '0b7d3a52-6c1e-4f0a' }

/** Of a request that has to have one; where it may be missing it is left out. */
const id = '0b7d3a52-6c1e-4f0a-9a53-2f1e8f7c4d10'

const itemsOf = ({ items, minItems }: JsonSchema, field: string, names: Names, size: SampleSize): unknown[] =>
  items && (minItems || size === 'all' || names[field.toLowerCase()] !== undefined) ? [sampleOf(items, field, names, size)] : []

const sampleOf = (schema: JsonSchema, field: string, names: Names, size: SampleSize): unknown => {
  const named = names[field.toLowerCase()] ?? formed[field.toLowerCase()]
  // The same name may be a number in one call and a text in another: versions are.
  if (named !== undefined && schema.type !== 'array') return schema.type === 'string' ? String(named) : named
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return sampleOf(first, field, names, size)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([name]) => size !== 'required' || schema.required?.includes(name) || names[name.toLowerCase()] !== undefined)
        .map(([name, inner]) => [
          name,
          schema.required?.includes(name) && inner.format === 'uuid' ? id : sampleOf(inner, name, names, size),
        ]),
    )
  if (schema.type === 'array') return itemsOf(schema, field, names, size)
  if (schema.type === 'boolean') return true
  if (schema.format === 'date-time') return '2026-12-03T09:30:00Z'
  // A number that a query carries as text has no type here.
  return schema.type === 'string' ? 'x' : 1
}

/** A call may want one of two fields and not both. */
const withoutOne = (value: object) =>
  Object.keys(value).map((field) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== field)))

const parts = ['params', 'query', 'body'] as const

const descriptions = new WeakMap<Call, ReturnType<typeof describeCall>>()
/** The description of a call; making one takes long. */
const descriptionOf = (call: Call) => {
  const known = descriptions.get(call) ?? describeCall(call)
  descriptions.set(call, known)
  return known
}

/**
 * What a call takes, made from its description alone, so that a call that is added tomorrow is tried too. Throws an error if the call
 * wouldn't take it: then a field of it needs a value in `names`.
 */
export const sampleInput = (
  call: Call,
  names: Names,
  size: SampleSize = 'usual',
): Readonly<Partial<Record<(typeof parts)[number], object>>> => {
  const described = descriptionOf(call)
  const input: Partial<Record<(typeof parts)[number], object>> = {}
  for (const part of parts) {
    const schema = call[part]
    if (!schema) continue
    // What `describeCall` makes of a schema: every part is an object.
    const value = sampleOf(described[part] as JsonSchema, part, names, size) as object
    const taken = [value, ...withoutOne(value)].find((one) => schema.safeParse(one).success)
    if (!taken) throw new Error(`${call.name} doesn't take ${JSON.stringify(value)} as its ${part}.`)
    input[part] = taken
  }
  return input
}

/**
 * Inputs of a call that differ in their optional fields: with all of them, with none, and with one of them each. Inputs that the schemas
 * of the call reject are left out.
 */
export const sampleInputs = (call: Call, names: Names): readonly ReturnType<typeof sampleInput>[] => {
  const described = descriptionOf(call)
  const inputs = [sampleInput(call, names)]
  for (const part of parts.filter((one) => call[one])) {
    // What `describeCall` makes of a schema: every part is an object.
    const schema = described[part] as JsonSchema
    const { properties = {}, required = [] } = schema
    const optional = Object.keys(properties).filter((name) => !required.includes(name))
    const [usual = {}] = inputs
    const whole = sampleOf(schema, part, names, 'all') as object
    const only = (one?: string) =>
      Object.fromEntries(Object.entries(whole).filter(([name]) => required.includes(name) || name === one))
    for (const value of [whole, only(), ...optional.map(only)])
      if (call[part]?.safeParse(value).success) inputs.push({ ...usual, [part]: value })
  }
  return [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()]
}
