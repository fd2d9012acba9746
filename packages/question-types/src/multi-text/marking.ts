import { type Answer, markScheme } from '@sitwell/contract'
import { tidy } from '@sitwell/qti/score'
import * as z from 'zod'
import { authoredQuestionFields } from '../authored-question.ts'
import { freeAnswer, writtenReview } from '../facets-marking.ts'
import { reportTo, reportTwice } from '../option/check-ids.ts'
import type { Mark, TypeMarking } from '../type-marking.ts'
import { creditedTypedKey, meaningsOfTyped, scoreOfTyped } from '../typed-key/typed-key-marking.ts'
import { isPartFilled, multiTextRules } from './rules.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredPart = z
  .strictObject({
    id: z.string().min(1).max(256),
    /** HTML. */
    text: z.string().default(''),
    marks: z.number().nonnegative().default(1),
    /** 1 is a single line. */
    lineCount: z.int().min(1).max(30).default(1),
    usesRichText: z.boolean().default(false),
    /** HTML that stands behind the field, as a unit. */
    suffix: z.string().default(''),
    /** What the field holds at first; HTML with rich text. */
    answerText: z.string().max(50_000).default(''),
    /** Height of the rich-text editor in px. */
    workingAreaSize: z.int().min(100).max(2000).default(400),
    showWordCount: z.boolean().default(false),
    allowsPaste: z.boolean().default(false),
    /** What is right; a part without one waits for a person. */
    key: creditedTypedKey.optional(),
    /** HTML for the person who marks it: never leaves the server to a learner. */
    markingNotes: z.string().optional(),
    /** How a person marks it: never leaves the server to a learner. */
    markScheme: z.optional(markScheme),
  })
  .superRefine(({ key, usesRichText, lineCount, allowsPaste }, context) => {
    if (key && (usesRichText || lineCount > 1))
      context.addIssue({ code: 'custom', path: ['key'], message: 'only a part of a single line of plain text has a key' })
    if (allowsPaste && !usesRichText)
      context.addIssue({ code: 'custom', path: ['allowsPaste'], message: 'only rich text takes a paste' })
  })
type AuthoredPart = z.infer<typeof authoredPart>

const authoredQuestion = z
  .strictObject({
    type: z.literal('MULTITEXT'),
    ...authoredQuestionFields,
    /** The sum of the parts' marks. */
    marks: z.number().nonnegative().optional(),
    parts: z.array(authoredPart).min(1).max(100),
  })
  .superRefine(({ parts, marks }, context) => {
    const report = reportTo(context)
    reportTwice(
      parts.map(({ id }) => id),
      ['parts'],
      report,
    )
    const sum = sumOfMarks(parts)
    if (marks !== undefined && Math.abs(marks - sum) > 1e-9)
      report(['marks'], `the marks of the parts come to ${sum}; leave this out`)
  })
  .transform((question) => ({ ...question, marks: sumOfMarks(question.parts) }))
export type AuthoredMultiText = z.infer<typeof authoredQuestion>

const sumOfMarks = (parts: readonly Pick<AuthoredPart, 'marks'>[]) => parts.reduce((sum, { marks }) => sum + marks, 0)

const toPublicPart = (part: AuthoredPart) => ({
  id: part.id,
  text: part.text,
  marks: part.marks,
  lineCount: part.lineCount,
  usesRichText: part.usesRichText,
  suffix: part.suffix,
  answerText: part.answerText,
  workingAreaSize: part.workingAreaSize,
  showWordCount: part.showWordCount,
  allowsPaste: part.allowsPaste,
})

const markPart = (part: AuthoredPart, text: string): Mark => {
  const whole = { score: 0, maxScore: part.marks, needsPerson: false }
  if (!isPartFilled(part, text)) return whole
  return part.key ? { ...whole, score: scoreOfTyped(part.key, part.marks, text) } : { ...whole, needsPerson: true }
}

const textOf = (answer: Answer | undefined, id: string): string =>
  answer?.options.find((one) => one.optionID === id)?.optionText ?? ''

const hasWholeKey = ({ parts }: AuthoredMultiText): boolean => parts.every(({ key }) => key !== undefined)

/** Part by part; penalties never take away what the question's other parts have not earned. */
export const multiTextMarking = {
  marker,
  authoredQuestion,
  htmlFields: ['suffix', 'answerText', 'markingNotes'],
  toPublic: ({ parts }) => ({ parts: parts.map(toPublicPart) }),
  ...freeAnswer,
  review: writtenReview,
  marks: {
    from: 'parts',
    with: (question, { ofPart }) => {
      const parts = question.parts.map((part, at, all) => ({ ...part, marks: ofPart(part.marks, at, all.length) }))
      return { ...question, parts, marks: tidy(sumOfMarks(parts)) }
    },
  },
  marksAtOnce: hasWholeKey,
  hasKey: hasWholeKey,
  writtenParts: {
    of: ({ parts }) => parts,
    with: (question, change) => ({ ...question, parts: question.parts.map(change) }),
  },
  textPlaces: {
    has: ({ parts }, place) => parts.some(({ id }) => id === place),
    textIn: (_, answer, place) => textOf(answer, place),
  },
  typed: {
    fields(question) {
      const asked = multiTextRules.publicQuestion.safeParse(question)
      if (!asked.success) return undefined
      return asked.data.parts.map(({ text, suffix }) => ({ label: [text, suffix].filter((one) => one !== '').join(' … ') }))
    },
    answer(question, values) {
      const asked = multiTextRules.publicQuestion.safeParse(question)
      return asked.success ? multiTextRules.toWire(asked.data, values) : undefined
    },
  },
  needsPerson: ({ parts }) => parts.some(({ key }) => !key),
  // A person reads one text, and not the others of the same question, for which somebody else may be there.
  parts: ({ parts }) =>
    parts.every(({ key }) => key) ? undefined : parts.map(({ id, marks, key }) => ({ part: id, marks, byPerson: !key })),
  markPart: ({ parts }, id, answer) => {
    const part = parts.find((one) => one.id === id)
    return part ? markPart(part, textOf(answer, id)) : { score: 0, maxScore: 0, needsPerson: false }
  },
  compared: ({ parts }, answer) => parts.map(({ id, key }) => meaningsOfTyped(key, textOf(answer, id))),
  mark: ({ parts, marks }, answer) => {
    const all = parts.map((part) => markPart(part, textOf(answer, part.id)))
    return {
      score: Math.max(
        0,
        all.reduce((sum, { score }) => sum + score, 0),
      ),
      maxScore: marks,
      needsPerson: all.some(({ needsPerson }) => needsPerson),
    }
  },
} satisfies TypeMarking<AuthoredMultiText>
