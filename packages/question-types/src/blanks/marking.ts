import { shuffled } from '@sitwell/exam/paper/shuffled'
import * as z from 'zod'
import { authoredQuestionFields } from '../authored-question.ts'
import { chosenReview, freeAnswer, markedByKey } from '../facets-marking.ts'
import { gapCredit, markGaps } from '../gap/gap-credit-marking.ts'
import { type Report, reportTo } from '../option/check-ids.ts'
import { renamedOptions } from '../option/renamed-options-marking.ts'
import { authoredChoice, shuffle } from '../option/shuffle-marking.ts'
import type { TypeMarking } from '../type-marking.ts'
import { isRightTyped, meaningsOfTyped, typedKey } from '../typed-key/typed-key-marking.ts'
import { inBlanks } from './in-blanks-marking.ts'
import { blanksOf, blanksRules, valuesOf } from './rules.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const listed = z.strictObject({ options: z.array(z.string()).min(1) })

type Key = z.infer<typeof listed> | z.infer<typeof typedKey>
type Options = readonly { readonly id: string; readonly text: string }[]

const checkList = (options: Options, path: (string | number)[], report: Report) => {
  for (const field of ['id', 'text'] as const)
    for (const [at, one] of options.entries())
      if (options.findIndex((other) => other[field] === one[field]) < at)
        report([...path, at, field], `"${one[field]}" stands there twice`)
}

/** The key of a blank, which has a list of options or none. */
const checkKey = (key: Key, options: Options | undefined, path: (string | number)[], report: Report) => {
  const ids = 'options' in key ? key.options : undefined
  if (options && !ids) report(path, 'this blank has a list: name its right options')
  if (!options && ids) report(path, 'this blank has no list of options')
  for (const one of ids ?? [])
    if (options && !options.some((option) => option.id === one)) report(path, `"${one}" is not the id of an option of it`)
}

const authoredQuestion = z
  .strictObject({
    type: z.literal('BLANKS'),
    ...authoredQuestionFields,
    /** For each blank of the text (`[V1]` is `V1`) what may fill it. A blank that stands not here is typed. */
    variableOptions: z
      .array(
        z.strictObject({
          id: z.string().regex(/^[Vv]\d+$/, 'V and digits'),
          options: z
            .array(authoredChoice.omit({ selected: true }))
            .min(1)
            .max(1000),
          shuffle,
        }),
      )
      .default([]),
    /** For each blank by its id: `{ options: [ids] }` of the right options where it has a list, else a typed key. */
    key: z.record(z.string(), z.union([listed, typedKey])).default({}),
    credit: gapCredit,
    /** Cards that are dragged to their blanks; the dropdowns stay beside them. */
    dragAndDrop: z.boolean().default(false),
  })
  .superRefine((question, context) => {
    const report = reportTo(context)
    const blanks = blanksOf(question)
    if (blanks.length === 0) report(['text'], 'there is no blank in it, such as [V1]')
    const lists = new Set<string>()
    for (const [index, { id, options }] of question.variableOptions.entries()) {
      if (lists.has(id.toUpperCase())) report(['variableOptions', index, 'id'], `duplicate id "${id}"`)
      lists.add(id.toUpperCase())
      if (!blanks.some((blank) => blank.id === id.toUpperCase()))
        report(['variableOptions', index, 'id'], `[${id}] does not stand in the text`)
      checkList(options, ['variableOptions', index, 'options'], report)
    }
    for (const id of Object.keys(question.key))
      if (!blanks.some((blank) => blank.id === id)) report(['key', id], `[${id}] does not stand in the text`)
    for (const { id, options } of blanks) {
      const key = question.key[id]
      if (key) checkKey(key, options, ['key', id], report)
      else if (!question.processing) report(['key'], `the blank ${id} has no key`)
    }
  })
export type AuthoredBlanks = z.infer<typeof authoredQuestion>

interface List {
  readonly id: string
  readonly options: readonly { readonly id: string; readonly text: string }[]
}
const toPublicList = ({ id, options }: List) => ({
  id: id.toUpperCase(),
  options: options.map((one) => ({ id: one.id, text: one.text })),
})

/** Each blank by its options or its typed key; an equal share of the marks each unless `credit` says otherwise. */
export const blanksMarking = {
  marker,
  authoredQuestion,
  ...freeAnswer,
  ...markedByKey,
  review: chosenReview,
  bracketsAreBlanks: true,
  textPlaces: {
    has: ({ text }, place) => text.toUpperCase().includes(`[${place.toUpperCase()}]`),
    textIn: (question, answer, place) => inBlanks(question, answer).get(place.toUpperCase())?.value ?? '',
  },
  typed: {
    fields(question) {
      const asked = blanksRules.publicQuestion.safeParse(question)
      if (!asked.success) return undefined
      return blanksOf(asked.data).map(({ options }) => ({
        label: '',
        ...(options && { options: options.map(({ text }) => text) }),
      }))
    },
    answer(question, values) {
      const asked = blanksRules.publicQuestion.safeParse(question)
      return asked.success ? blanksRules.toWire(asked.data, values) : undefined
    },
  },
  hasKey: ({ key }) => Object.keys(key).length > 0,
  htmlFields: [],
  toPublic: ({ variableOptions, dragAndDrop }) => ({ variableOptions: variableOptions.map(toPublicList), dragAndDrop }),
  forFormRun: ({ variableOptions }, chance) =>
    variableOptions.some((list) => list.shuffle)
      ? {
          variableOptions: variableOptions.map((list) =>
            toPublicList(list.shuffle ? { id: list.id, options: shuffled(list.options, chance) } : list),
          ),
        }
      : {},
  renamed: (question, rename) => ({
    ...question,
    variableOptions: question.variableOptions.map((list) => ({
      ...list,
      options: renamedOptions(list.id.toUpperCase(), list.options, rename),
    })),
    key: Object.fromEntries(
      Object.entries(question.key).map(([blank, key]) => [
        blank,
        'options' in key ? { options: key.options.map((id) => rename(blank.toUpperCase(), id)) } : key,
      ]),
    ),
  }),
  compared: (question, answer) => {
    const values = valuesOf(question, answer.answerText)
    return blanksOf(question).map(({ id, options }, index) => {
      const value = values[index] ?? ''
      const key = question.key[id]
      if (options) return [options.find(({ text }) => text === value)?.id ?? '']
      return meaningsOfTyped(key && 'options' in key ? undefined : key, value)
    })
  },
  mark: (question, answer) => {
    const values = valuesOf(question, answer?.answerText ?? '')
    return markGaps(
      question,
      blanksOf(question).map(({ id, options }, index) => {
        const value = values[index] ?? ''
        const key = question.key[id]
        if (value.trim() === '' || key === undefined) return 'empty'
        if ('options' in key)
          return options?.some((one) => one.text === value && key.options.includes(one.id)) ? 'right' : 'wrong'
        return isRightTyped(key, value) ? 'right' : 'wrong'
      }),
    )
  },
} satisfies TypeMarking<AuthoredBlanks>
