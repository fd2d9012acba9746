import * as z from 'zod'
import { authoredQuestionFields } from '../authored-question.ts'
import { freeAnswer } from '../facets-marking.ts'
import type { TypeMarking } from '../type-marking.ts'
import { checkForm } from './check-form-marking.ts'
import { comparedField, fieldKey, markField } from './field-marking.ts'
import { authoredGridFormFields, componentsOf, fieldsOf } from './form.ts'
import { formFiles } from './form-files.ts'
import { formReview } from './form-review-marking.ts'
import { shuffledRows } from './shuffled-rows-marking.ts'
import { readGridText } from './wire-text.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z
  .strictObject({
    type: z.literal('QGRID'),
    ...authoredQuestionFields,
    ...authoredGridFormFields,
    key: z
      .strictObject({
        /** What is right in each field that is marked, by its id. */
        fields: z.record(z.string(), fieldKey).default({}),
        /** Which selected action is right; any of them. */
        actions: z.strictObject({ accept: z.array(z.string()).min(1), weight: z.number().positive().default(1) }).optional(),
      })
      .default({ fields: {} }),
    /** `each`: every right entry of the key gives its share. `all`: the marks for a form that is right in all of them. */
    credit: z
      .strictObject({
        kind: z.enum(['each', 'all']).default('each'),
        /** Taken off for each wrong entry (`each`, never below 0), or once (`all`). */
        penalty: z.number().nonnegative().default(0),
      })
      .default({ kind: 'each', penalty: 0 }),
    /** HTML for the person who marks it: never leaves the server to a learner. */
    markingNotes: z.string().optional(),
  })
  .superRefine(checkForm)
export type AuthoredGridForm = z.infer<typeof authoredQuestion>

/** Each entry of the key with how the answer did in it. */
const markEntries = ({ key, ...form }: AuthoredGridForm, answerText: string) => {
  const { answer } = readGridText(form, answerText)
  const fields = Object.entries(key.fields).map(([id, one]) => ({
    weight: one.weight,
    mark: markField(one, answer.values.get(id) ?? ''),
  }))
  if (!key.actions) return fields
  const { accept, weight } = key.actions
  const action =
    answer.action === null ? ('empty' as const) : accept.includes(answer.action) ? ('right' as const) : ('wrong' as const)
  return [...fields, { weight, mark: action }]
}

const sum = (entries: readonly { weight: number }[]) => entries.reduce((total, { weight }) => total + weight, 0)

/**
 * Field by field, and by the selected action. What a person has to read counts for nothing until then. A form without any key
 * waits for a person as a whole; an untouched one is 0.
 */
export const gridFormMarking = {
  marker,
  authoredQuestion,
  htmlFields: ['html', 'markingNotes'],
  // `rows` and `actions` hold public fields alone: their schema refuses any other.
  toPublic: ({ rows, columns, actions }) => ({ rows, columns, actions }),
  filesOf: formFiles,
  forFormRun: ({ rows }, chance) => ({ rows: shuffledRows(rows, chance) }),
  ...freeAnswer,
  review: formReview,
  formOf: ({ rows }) => ({ rows, columns: [], actions: [] }),
  // A key of one field says nothing of the others, and rules that came with it read them all.
  hasKey: () => false,
  needsPerson: (question) => {
    const { fields, actions } = question.key
    const keys = Object.values(fields)
    if (keys.length === 0 && !actions) return question.marks > 0 && componentsOf(question).length > 0
    return keys.some(({ kind }) => kind === 'person')
  },
  compared: (question, { answerText }) => {
    const { key, processing, ...form } = question
    const { values, action } = readGridText(form, answerText).answer
    const marked = Object.entries(key.fields)
    const entries = marked.length > 0 || !processing ? marked : fieldsOf(form).map(({ id }) => [id, undefined] as const)
    const fields = entries.map(([id, one]) => comparedField(one, values.get(id) ?? ''))
    return key.actions || processing ? [...fields, [action ?? '']] : fields
  },
  mark: (question, answer) => {
    const { marks, credit } = question
    const nothing = { score: 0, maxScore: marks, needsPerson: false }
    if (!answer || answer.answerText === '') return nothing
    const entries = markEntries(question, answer.answerText)
    if (entries.length === 0) return { ...nothing, needsPerson: marks > 0 && componentsOf(question).length > 0 }
    const right = entries.filter(({ mark }) => mark === 'right')
    const wrong = entries.filter(({ mark }) => mark === 'wrong')
    const needsPerson = entries.some(({ mark }) => mark === 'person')
    const score =
      credit.kind === 'each'
        ? Math.max(0, (marks * sum(right)) / sum(entries) - wrong.length * credit.penalty)
        : right.length === entries.length
          ? marks
          : 0 - (wrong.length > 0 ? credit.penalty : 0)
    return { score, maxScore: marks, needsPerson }
  },
} satisfies TypeMarking<AuthoredGridForm>
