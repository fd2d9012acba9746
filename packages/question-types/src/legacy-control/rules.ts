import { controlProperty, maxAnswerCharacters, question } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import * as z from 'zod/mini'
import type { TypeRules } from '../type-rules.ts'

const legacyControlQuestion = z.extend(question, {
  controlName: z.string(),
  /** What the control is told, by name. */
  properties: z._default(z.array(controlProperty), []),
  /** What its frame shows; the server renders it when the exam is loaded. Empty where it has no such control. */
  html: z._default(z.string(), ''),
})
export type LegacyControlQuestion = z.infer<typeof legacyControlQuestion>

/** What the control posted last, as text; empty where it posted nothing. */
export type LegacyControlAnswer = string

/** A control of an older system that works in a frame of its own (spec 2 §3, "Legacy custom control"). */
export const legacyControlRules: TypeRules<LegacyControlQuestion, LegacyControlAnswer> = {
  publicQuestion: legacyControlQuestion,
  takesAnswer: true,
  // A control posts with every key and every step of a pointer.
  saves: 'text',
  remote: {
    of: ({ controlName, properties }) => ({ controlName, props: properties }),
    with: (question, html) => ({ ...question, html }),
  },
  initialAnswer: () => '',
  fromWire: (_, answer) => answer.answerText,
  toWire: (_, answer) => ({ answerText: answer, options: [] }),
  partsOf: (_, answer) => partsOf([answer.trim() !== '']),
  problemsOf: (_, answer) =>
    answer.options.length > 0 ? [{ path: 'options', message: 'A legacy control has an empty list of options.' }] : [],
}

/** What the frame of a control posted, as far as it is one of the three kinds (spec 2 §7). */
export type ControlMessage =
  | { readonly type: 'iframe'; readonly value: string }
  | { readonly type: 'image'; readonly value: string }
  | { readonly type: 'error'; readonly error: string }

const mostErrorCharacters = 2000

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Reads what a frame posted; undefined for anything malformed, and for an answer that no save could take. */
export const readControlMessage = (data: unknown): ControlMessage | undefined => {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  const value = 'value' in data ? textOf(data.value) : undefined
  if (data.type === 'error') {
    const error = ('error' in data ? textOf(data.error) : undefined) ?? value
    return error === undefined ? undefined : { type: 'error', error: error.slice(0, mostErrorCharacters) }
  }
  if (value === undefined) return undefined
  if (data.type === 'iframe' && value.length <= maxAnswerCharacters) return { type: 'iframe', value }
  if (data.type === 'image' && value.length <= 2000) return { type: 'image', value }
  return undefined
}
