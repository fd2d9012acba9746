import { shuffled } from '@sitwell/exam/paper/shuffled'
import * as z from 'zod'
import { authoredOption, authoredQuestionFields, toPublicOption } from '../authored-question.ts'
import { chosenByIds, markedByKey } from '../facets-marking.ts'
import { gapCredit, markGaps } from '../gap/gap-credit-marking.ts'
import { type Report, reportTo, reportTwice } from '../option/check-ids.ts'
import { hasContent } from '../option/has-content.ts'
import { renamedOptions } from '../option/renamed-options-marking.ts'
import type { TypeMarking } from '../type-marking.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredSelection = z.strictObject({
  id: z.string().min(1).max(256),
  /** HTML. */
  text: z.string().refine(hasContent, 'a selection needs a text'),
})

const checkKey = (
  key: Readonly<Record<string, string | string[]>>,
  options: ReadonlySet<string>,
  selections: ReadonlySet<string>,
  report: Report,
) => {
  for (const [option, right] of Object.entries(key)) {
    if (!options.has(option)) report(['key', option], `"${option}" is not the id of an option of this question`)
    for (const id of [right].flat())
      if (!selections.has(id)) report(['key', option], `"${id}" is not the id of a selection of this question`)
  }
}

const authoredQuestion = z
  .strictObject({
    type: z.literal('MATCH'),
    ...authoredQuestionFields,
    /** What something is assigned to; `selectedId`: the selection that it has from the start. */
    options: z
      .array(z.strictObject({ ...authoredOption.shape, selectedId: z.string().optional() }))
      .min(1)
      .max(1000),
    /** What is assigned; more than there are options where some fit none. Shuffled for each form run. */
    selections: z.array(authoredSelection).min(1).max(1000),
    /** For each option, by its id, the id of the right selection, or a list where several are right. */
    key: z.record(z.string(), z.union([z.string(), z.array(z.string()).min(1)])).default({}),
    credit: gapCredit,
    /** Cards that are dragged to their places; the dropdowns stay beside them. */
    dragAndDrop: z.boolean().default(false),
  })
  .superRefine((question, context) => {
    const report = reportTo(context)
    for (const list of ['options', 'selections'] as const)
      reportTwice(
        question[list].map(({ id }) => id),
        [list],
        report,
      )
    const selections = new Set(question.selections.map(({ id }) => id))
    checkKey(question.key, new Set(question.options.map(({ id }) => id)), selections, report)
    for (const [index, { id, selectedId }] of question.options.entries()) {
      if (!question.processing && !Object.hasOwn(question.key, id)) report(['key'], `the option "${id}" has no right selection`)
      if (selectedId !== undefined && !selections.has(selectedId))
        report(['options', index, 'selectedId'], `"${selectedId}" is not the id of a selection of this question`)
    }
  })
export type AuthoredMatch = z.infer<typeof authoredQuestion>

interface Selection {
  readonly id: string
  readonly text: string
  readonly fixed?: never
}

const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1)

/** Each option by the id of its selection; an equal share of the marks each unless `credit` says otherwise. */
export const matchMarking = {
  marker,
  authoredQuestion,
  ...chosenByIds,
  ...markedByKey,
  choices: undefined,
  idsInTexts: 'selections',
  hasKey: ({ key }) => Object.keys(key).length > 0,
  htmlFields: [],
  toPublic: ({ options, selections, dragAndDrop }) => ({
    options: options.map((one) => ({ ...toPublicOption(one), selectedId: one.selectedId ?? null })),
    selections: selections.map(({ id, text }) => ({ id, text })),
    dragAndDrop,
  }),
  forFormRun: ({ selections }, chance) => ({
    // From an order that isn't the author's, of which chance that is known would leave a trace.
    selections: shuffled<Selection>(selections.toSorted(byId), chance).map(({ id, text }) => ({ id, text })),
  }),
  renamed: (question, rename) => ({
    ...question,
    options: question.options.map(({ selectedId, ...one }) => ({
      ...one,
      id: rename('options', one.id),
      ...(selectedId !== undefined && { selectedId: rename('selections', selectedId) }),
    })),
    selections: renamedOptions('selections', question.selections, rename),
    key: Object.fromEntries(
      Object.entries(question.key).map(([id, right]) => [
        rename('options', id),
        typeof right === 'string' ? rename('selections', right) : right.map((one) => rename('selections', one)),
      ]),
    ),
  }),
  compared: ({ options }, answer) =>
    options.map(({ id }) => [answer.options.find(({ optionID }) => optionID === id)?.optionText ?? '']),
  mark: ({ marks, credit, options, key }, answer) =>
    markGaps(
      { marks, credit },
      options.map(({ id }) => {
        const given = answer?.options.find(({ optionID }) => optionID === id)?.optionText
        if (given === undefined) return 'empty'
        return [key[id] ?? []].flat().includes(given) ? 'right' : 'wrong'
      }),
    ),
} satisfies TypeMarking<AuthoredMatch>
