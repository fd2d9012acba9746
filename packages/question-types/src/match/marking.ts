import * as z from 'zod'
import { authoredOption, authoredQuestionFields, toPublicOption } from '../authored-question.ts'
import { gapCredit, markGaps } from '../gap/gap-credit-marking.ts'
import { hasContent } from '../option/has-content.ts'
import type { TypeMarking } from '../type-marking.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredSelection = z.strictObject({
  id: z.string().min(1).max(256),
  /** HTML. */
  text: z.string().refine(hasContent, 'a selection needs a text'),
})

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
    const report = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    for (const list of ['options', 'selections'] as const) {
      const ids = new Set<string>()
      for (const [index, { id }] of question[list].entries()) {
        if (ids.has(id)) report([list, index, 'id'], `duplicate id "${id}"`)
        ids.add(id)
      }
    }
    const selections = new Set(question.selections.map(({ id }) => id))
    for (const [index, { id, selectedId }] of question.options.entries()) {
      if (!question.processing && !Object.hasOwn(question.key, id)) report(['key'], `the option "${id}" has no right selection`)
      if (selectedId !== undefined && !selections.has(selectedId))
        report(['options', index, 'selectedId'], `"${selectedId}" is not the id of a selection of this question`)
    }
    for (const [option, right] of Object.entries(question.key)) {
      if (!question.options.some(({ id }) => id === option))
        report(['key', option], `"${option}" is not the id of an option of this question`)
      for (const id of [right].flat())
        if (!selections.has(id)) report(['key', option], `"${id}" is not the id of a selection of this question`)
    }
  })
export type AuthoredMatch = z.infer<typeof authoredQuestion>

/** An order in which every other is as likely; the author's own leaves no trace in it. `chance` gives numbers from 0 to below 1. */
const shuffled = (selections: AuthoredMatch['selections'], chance: () => number): AuthoredMatch['selections'] => {
  const left = [...selections].sort((one, other) => (one.id < other.id ? -1 : 1))
  return selections.flatMap(() => left.splice(Math.floor(chance() * left.length), 1))
}

/** Each option by the id of its selection; an equal share of the marks each unless `credit` says otherwise. */
export const matchMarking = {
  marker,
  authoredQuestion,
  toPublic: ({ options, selections, dragAndDrop }) => ({
    options: options.map((one) => ({ ...toPublicOption(one), selectedId: one.selectedId ?? null })),
    selections: selections.map(({ id, text }) => ({ id, text })),
    dragAndDrop,
  }),
  forFormRun: ({ selections }, chance) => ({
    selections: shuffled(selections, chance).map(({ id, text }) => ({ id, text })),
  }),
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
