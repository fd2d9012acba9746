import * as z from 'zod'
import { authoredOption, authoredQuestionFields } from '../authored-question.ts'
import { gapCredit, markGaps } from '../gap/gap-credit-marking.ts'
import type { TypeMarking } from '../type-marking.ts'
import { isRightTyped, typedKey } from '../typed-key/typed-key-marking.ts'
import { blanksOf, valuesOf } from './rules.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const listed = z.strictObject({ options: z.array(z.string()).min(1) })

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
            .array(z.strictObject({ id: authoredOption.shape.id, text: authoredOption.shape.text }))
            .min(1)
            .max(1000),
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
    const report = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const blanks = blanksOf(question)
    if (blanks.length === 0) report(['text'], 'there is no blank in it, such as [V1]')
    const lists = new Set<string>()
    for (const [index, { id, options }] of question.variableOptions.entries()) {
      if (lists.has(id.toUpperCase())) report(['variableOptions', index, 'id'], `duplicate id "${id}"`)
      lists.add(id.toUpperCase())
      if (!blanks.some((blank) => blank.id === id.toUpperCase()))
        report(['variableOptions', index, 'id'], `[${id}] does not stand in the text`)
      for (const field of ['id', 'text'] as const)
        for (const [at, one] of options.entries())
          if (options.findIndex((other) => other[field] === one[field]) < at)
            report(['variableOptions', index, 'options', at, field], `"${one[field]}" stands there twice`)
    }
    for (const id of Object.keys(question.key))
      if (!blanks.some((blank) => blank.id === id)) report(['key', id], `[${id}] does not stand in the text`)
    for (const { id, options } of blanks) {
      const key = question.key[id]
      const ids = key && 'options' in key ? key.options : undefined
      if (key === undefined && question.processing) continue
      if (key === undefined) report(['key'], `the blank ${id} has no key`)
      else if (options && !ids) report(['key', id], 'this blank has a list: name its right options')
      else if (!options && ids) report(['key', id], 'this blank has no list of options')
      for (const one of ids ?? [])
        if (options && !options.some((option) => option.id === one))
          report(['key', id], `"${one}" is not the id of an option of it`)
    }
  })
export type AuthoredBlanks = z.infer<typeof authoredQuestion>

/** Each blank by its options or its typed key; an equal share of the marks each unless `credit` says otherwise. */
export const blanksMarking = {
  marker,
  authoredQuestion,
  toPublic: ({ variableOptions, dragAndDrop }) => ({
    variableOptions: variableOptions.map(({ id, options }) => ({
      id: id.toUpperCase(),
      options: options.map((one) => ({ id: one.id, text: one.text })),
    })),
    dragAndDrop,
  }),
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
