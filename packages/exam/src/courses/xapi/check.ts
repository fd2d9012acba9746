import { type Fields, isFields, isIri, isLanguageTag } from './values.ts'

/** The problems with a statement, and where. */
export class NotXapi extends Error {
  constructor(place: string, what: string) {
    super(`${place} ${what}`)
  }
}

type Check = (value: unknown, place: string) => void

const fail = (place: string, what: string): never => {
  throw new NotXapi(place, what)
}

/** A value that a predicate knows, told by `what` it has to be. */
export const is =
  (holds: (value: unknown) => boolean, what: string): Check =>
  (value, place) => {
    if (!holds(value)) fail(place, `has to be ${what}`)
  }

export const isText = is((value) => typeof value === 'string', 'text')
export const isTrueOrFalse = is((value) => typeof value === 'boolean', 'true or false')
export const isNumber = is((value) => typeof value === 'number' && Number.isFinite(value), 'a number')
export const isAnIri = is(isIri, 'an IRI')

export const fieldsOf = (value: unknown, place: string): Fields => {
  if (!isFields(value)) throw new NotXapi(place, 'has to be an object')
  return value
}

export const listOf = (value: unknown, place: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw new NotXapi(place, 'has to be a list')
  return value
}

/** An object with these properties and no others, the `required` ones among them; null is a value of none of them. */
export const hasOnly = (
  value: unknown,
  place: string,
  properties: Readonly<Record<string, Check>>,
  required: readonly string[] = [],
): Fields => {
  const fields = fieldsOf(value, place)
  for (const [name, one] of Object.entries(fields)) {
    const check = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!check) throw new NotXapi(`${place}.${name}`, 'is no property that it can have')
    if (one === null) fail(`${place}.${name}`, 'must not be null')
    check(one, `${place}.${name}`)
  }
  for (const name of required) if (!Object.hasOwn(fields, name)) fail(`${place}.${name}`, 'is missing')
  return fields
}

/** Texts by the tag of their language. */
export const isLanguageMap: Check = (value, place) => {
  for (const [tag, text] of Object.entries(fieldsOf(value, place))) {
    if (!isLanguageTag(tag)) fail(`${place}.${tag}`, 'is not named by a language')
    isText(text, `${place}.${tag}`)
  }
}

/** Anything, by an IRI; what is in it is the author's. */
export const isExtensions: Check = (value, place) => {
  for (const name of Object.keys(fieldsOf(value, place))) if (!isIri(name)) fail(`${place}.${name}`, 'is not named by an IRI')
}
