import compileIcu from 'icu-minify/compile'
import { type Message, shown } from './format.ts'

/** Numbers say what a part of a compiled message is; these two are the ones that have their own texts in them. */
const [select, plural, ordinal] = [1, 2, 3]

type Part = string | number | readonly unknown[]

const within = (part: Part): Part => {
  if (typeof part === 'string' || typeof part === 'number') return part
  const [name, kind, forms] = part
  if (part.length === 1) return [`${shown}${name}`]
  if (kind !== select && kind !== plural && kind !== ordinal) return part
  const marked = Object.entries(forms as Record<string, Part>).map(([form, text]) => [form, manyOf(text)])
  return [name, kind, Object.fromEntries(marked)]
}

/** A form of a plural is one text, or the list of its parts. */
const manyOf = (text: Part): Part => (Array.isArray(text) ? text.map((one) => within(one as Part)) : text)

/** Reads an ICU message; throws an error if it is none. */
export const compile = (text: string): Message => {
  const read = compileIcu(text)
  // Boundary: the library's own form, with other names in it.
  return typeof read === 'string' ? read : (read.map((part) => within(part as Part)) as Message)
}
