import * as z from 'zod/mini'
import { text } from './fields.ts'

/** Most characters of one answer text: a long essay with room to spare. */
export const maxAnswerCharacters = 500_000
/** Most characters of the workings of one question. */
export const maxWorkingsCharacters = 100_000

/** A chosen or filled option on the wire: the same for every type (decisions, question types). */
export const answerOption = z.object({ optionID: text(256), optionText: text(maxAnswerCharacters) })
export type AnswerOption = z.infer<typeof answerOption>

/** What a question's answer is on the wire (spec 2 §3). */
export const answer = z.object({
  answerText: text(maxAnswerCharacters),
  options: z._default(z.array(answerOption).check(z.maxLength(1000)), []),
  /** The free text of a radio question with "other". */
  otherText: z.optional(text(maxAnswerCharacters)),
})
export type Answer = z.infer<typeof answer>

/** What a question that was only seen sends as its answer text (spec 2 §3). */
export const visitedText = 'visited'

/** Most bytes of an answer on its way: below what a body may have, with the workings and all else beside it. */
const maxAnswerBytes = 3_000_000

/** Whether an answer is longer than a save takes: of its texts one, or all together. */
export const isAnswerTooLong = ({ answerText, options, otherText = '' }: Answer): boolean => {
  const lengths = [answerText, otherText, ...options.map(({ optionText }) => optionText)].map(({ length }) => length)
  if (lengths.some((length) => length > maxAnswerCharacters)) return true
  // A sign takes six bytes at most, as `\u0001`: most answers needn't be written out to be measured.
  if (lengths.reduce((sum, length) => sum + length, 0) * 6 < maxAnswerBytes / 2) return false
  return new TextEncoder().encode(JSON.stringify({ answerText, options, otherText })).length > maxAnswerBytes
}

/** Why an answer can't count, whenever it came: its part was `closed` before it was given, or was to be read only (`reading`). */
export const barred = z.enum(['closed', 'reading'])
export type Barred = z.infer<typeof barred>
