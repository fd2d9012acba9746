import * as z from 'zod/mini'

/** What of a question can be shown as people read it; its texts are HTML that somebody else wrote. */
export interface ReadableQuestion {
  readonly text: string
  readonly options: readonly { readonly text: string; readonly isKey: boolean }[]
  /** What is accepted of a typed answer. */
  readonly accepted: readonly string[]
}

const stored = z.object({
  text: z.optional(z.string()),
  options: z.optional(z.array(z.object({ id: z.string(), text: z.string() }))),
  key: z.optional(z.unknown()),
})
const keys = z.union([
  z.pipe(
    z.string(),
    z.transform((one) => [one]),
  ),
  z.array(z.string()),
])
const typed = z.object({ accepted: z.array(z.object({ value: z.union([z.string(), z.number()]) })) })

const parsed = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

/** Reads a question as a package of Sitwell's own form has it; undefined if it was cut, or is of a form that only its own text shows. */
export const readableQuestion = (content: string): ReadableQuestion | undefined => {
  const read = z.safeParse(stored, parsed(content))
  if (!read.success || (read.data.text ?? '') === '') return undefined
  const { text = '', options = [], key } = read.data
  const chosen = z.safeParse(keys, key)
  const accepted = z.safeParse(typed, key)
  return {
    text,
    options: options.map((one) => ({ text: one.text, isKey: chosen.success && chosen.data.includes(one.id) })),
    accepted: accepted.success ? accepted.data.accepted.map(({ value }) => String(value)) : [],
  }
}
