import type { FigureBehind, Question } from '@sitwell/contract'
import type { Decision } from '@sitwell/exam/result-rules/result-rules'
import { type Cell, createColumns } from '@sitwell/exam/statistics/columns'
import { placesOfFifth } from '@sitwell/exam/statistics/exam-statistics'
import { questionFacts } from './question-facts.ts'
import { readPeople } from './read-people.ts'
import type { SittingOfExam } from './select-sittings.ts'
import type { StatisticsContext } from './statistics-context.ts'

const isBehind: Readonly<Record<FigureBehind, (cell: Cell | undefined) => boolean>> = {
  counted: (cell) => typeof cell === 'number' || cell === 'omitted',
  omitted: (cell) => cell === 'omitted',
  'not-reached': (cell) => cell === 'not-reached',
  waiting: (cell) => cell === 'unmarked',
}

interface Narrowed {
  readonly orgId: number
  readonly questions: readonly Question[]
  readonly decisions: readonly Decision[]
  /** The place of the question. */
  readonly at: number
  readonly figure: FigureBehind | undefined
  /** From 1, the lowest, to 5. */
  readonly fifth: number | undefined
}

/**
 * Of responding sittings those that a figure is of, in the same order. A fifth depends on the totals of all who are counted; the other figures on each person alone, so that
 * no more people than `responding` are read for them.
 */
export const narrowResponses = async (
  context: Pick<StatisticsContext, 'database' | 'exams'>,
  { orgId, questions, decisions, at, figure, fifth }: Narrowed,
  { responding, counted }: { readonly responding: readonly SittingOfExam[]; readonly counted: readonly SittingOfExam[] },
): Promise<readonly SittingOfExam[]> => {
  if (figure === undefined && fifth === undefined) return responding
  const sittings = fifth === undefined ? responding : counted
  const facts = questionFacts(questions, decisions)
  // Totals need every question, so that columns are made for a fifth alone.
  const columns = createColumns(fifth === undefined ? [] : facts, sittings.length)
  const cells: (Cell | undefined)[] = []
  await readPeople(context, orgId, { questions, decisions }, sittings, (person) => {
    columns.add(person)
    cells.push(person.cells[at])
  })
  const inFifth = fifth === undefined ? undefined : placesOfFifth(facts, columns.all(), { at, fifth: fifth - 1 })
  const isResponding = new Set(responding.map(({ form_run_guid }) => form_run_guid))
  return sittings.filter(({ form_run_guid }, index) => {
    if (!isResponding.has(form_run_guid)) return false
    return (inFifth?.has(index) ?? true) && (figure === undefined || isBehind[figure](cells[index]))
  })
}
