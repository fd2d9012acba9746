import { type Answer, maxAnswerCharacters, question } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import * as z from 'zod/mini'
import { html, typed } from '../answer-reading.ts'
import { readAsWritten } from '../rich-text/reading.ts'
import { holdsSomething } from '../rich-text/rich-document.ts'
import { writeRichText } from '../rich-text/write-rich-text.ts'
import type { TypeRules } from '../type-rules.ts'

/** A part of a written answer (spec 2 §3). `text` and `suffix` are HTML. */
const part = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  text: z._default(z.string(), ''),
  marks: z._default(z.number(), 0),
  /** 1 is a single line; more are the lines that the empty field shows. At most 30 (spec 2 §9). */
  lineCount: z._default(z.int().check(z.minimum(1), z.maximum(30)), 1),
  usesRichText: z._default(z.boolean(), false),
  /** Stands behind the field, as a unit. */
  suffix: z._default(z.string(), ''),
  /** What the field holds at first: HTML where the part uses rich text. */
  answerText: z._default(z.string(), ''),
  /** The marks that were given for it; a sitting never knows them. */
  score: z.optional(z.number()),
  /** Height of the rich-text editor in px (spec 2 §9). */
  workingAreaSize: z._default(z.int().check(z.minimum(100), z.maximum(2000)), 400),
  showWordCount: z._default(z.boolean(), false),
  /** Ours: whether its editor takes a paste, stripped to what it offers; plain text never takes one. */
  allowsPaste: z._default(z.boolean(), false),
})
export type Part = z.infer<typeof part>

const multiTextQuestion = z.extend(question, { parts: z.array(part).check(z.minLength(1), z.maxLength(100)) })
export type MultiTextQuestion = z.infer<typeof multiTextQuestion>

/** The text of each part, in the question's order: as it was typed, or as the editor writes HTML. */
export type MultiTextAnswer = readonly string[]

/** Most characters that a part may have: all of them together fit into one answer. */
export const partCharacters = ({ parts }: MultiTextQuestion): number => Math.floor(maxAnswerCharacters / parts.length) - 1

/** The parts' text joined by newline (spec 2 §3); an answer without any text is empty. */
const joined = (texts: MultiTextAnswer): string => (texts.every((text) => text === '') ? '' : texts.join('\n'))

const textsOf = ({ parts }: MultiTextQuestion, { options }: Answer): string[] =>
  parts.map(({ id }) => options.find(({ optionID }) => optionID === id)?.optionText ?? '')

/** Whether something was written into a part; what it held at first is nothing written. */
export const isPartFilled = (
  { usesRichText, answerText }: Pick<Part, 'usesRichText' | 'answerText'>,
  text: string,
): boolean => {
  if (text === answerText || text.trim() === '') return false
  if (!usesRichText) return true
  const written = readAsWritten(text)
  return holdsSomething(written) && writeRichText(written) !== writeRichText(readAsWritten(answerText))
}

const problemsOf = (question: MultiTextQuestion, answer: Answer) => {
  const problems: { path: string; message: string }[] = []
  const seen = new Set<string>()
  for (const [index, { optionID }] of answer.options.entries()) {
    const path = `options[${index}].optionID`
    if (!question.parts.some(({ id }) => id === optionID))
      problems.push({ path, message: 'This is not a part of the question.' })
    if (seen.has(optionID)) problems.push({ path, message: 'This part is named twice.' })
    seen.add(optionID)
  }
  if (problems.length === 0 && answer.answerText !== joined(textsOf(question, answer)))
    problems.push({ path: 'answerText', message: 'This is not the text of the parts, joined by line ends.' })
  return problems
}

/** An answer written in parts (spec 2 §3, "Multi-part written answer"). An entry of the wire's options is a part with text. */
export const multiTextRules: TypeRules<MultiTextQuestion, MultiTextAnswer> = {
  publicQuestion: multiTextQuestion,
  takesAnswer: true,
  saves: 'text',
  initialAnswer: ({ parts }) => parts.map(({ answerText }) => answerText),
  fromWire: textsOf,
  toWire: ({ parts }, texts) => ({
    answerText: joined(texts),
    options: parts.flatMap(({ id }, index) => {
      const text = texts[index] ?? ''
      return text === '' ? [] : [{ optionID: id, optionText: text }]
    }),
  }),
  partsOf: ({ parts }, texts) => partsOf(parts.map((one, index) => isPartFilled(one, texts[index] ?? ''))),
  problemsOf,
  offers: ({ parts }) => [
    {
      kind: 'list',
      items: parts.map(({ text, suffix }) => html([text, suffix].filter((one) => one !== '').join(' … '))),
    },
  ],
  read: ({ parts }, texts) =>
    parts.map(({ text, suffix, usesRichText }, index) => ({
      label: html([text, suffix].filter((one) => one !== '').join(' … ')),
      value: (usesRichText ? html : typed)(texts[index] ?? ''),
    })),
}
