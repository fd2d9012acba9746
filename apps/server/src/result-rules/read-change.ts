import type { ResultRulesChange } from '@sitwell/contract'
import { changedRules, problemsOfChange } from '@sitwell/exam/result-rules/changed-rules'
import type { Decision, ResultRules } from '@sitwell/exam/result-rules/result-rules'
import { mayAccept } from '@sitwell/question-types/accepted-answers'
import { refuse } from '../http/refusal.ts'
import type { ExamSat } from './exams-sat.ts'
import type { DeliveryPlace, RulesContext } from './rules-context.ts'
import { type RulesVersion, selectRules } from './rules-rows.ts'

const path = 'body.change'

const refuseAt = (details: readonly { readonly path: string; readonly message: string }[]) =>
  refuse('INVALID_REQUEST', 'These rules contradict themselves or the exam.', {
    details: details.map((one) => ({ ...one, path: `${path}.${one.path}` })),
  })

/** The refusal of rules by which nothing would be left that counts for somebody. */
export const nothingLeft = refuseAt([{ path: 'decide', message: 'nothing-left' }])

const questionIn = ({ loaded }: ExamSat, questionId: string) => loaded.questions.find(({ id }) => id === questionId)

/** What a decision can do in a version of the exam. */
export const stateIn = (exam: ExamSat, { questionID, kind }: Pick<Decision, 'kind' | 'questionID'>) => {
  const question = questionIn(exam, questionID)
  if (!question) return 'missing'
  return kind === 'accept' && !mayAccept(question) ? 'cannot-accept' : 'applies'
}

/** What is wrong with decisions about the exams that were sat: each has to be possible in one of them. */
const problemsOfDecisions = (decisions: readonly Decision[], exams: readonly ExamSat[]) =>
  decisions.flatMap((decision, at) => {
    const states = exams.map((exam) => stateIn(exam, decision))
    if (states.includes('applies')) return []
    const message = states.includes('cannot-accept') ? 'cannot-accept' : 'missing'
    return [{ path: `decide.${at}`, message }]
  })

const staleRules = (current: number) =>
  refuse('CHANGED_MEANWHILE', 'Somebody changed how these marks become results since this version.', { current })

/** A change that can be previewed: the rules before and after it. */
export interface ReadChange {
  readonly ok: true
  readonly before: RulesVersion
  readonly after: ResultRules
  /** The decisions that it makes, or all that it restores. */
  readonly decisions: readonly Decision[]
}

/** Reads a change against the newest rules of a delivery; refused if it is based on older ones, or doesn't fit the exams. */
export const readChange = async (
  { database: { kysely } }: Pick<RulesContext, 'database'>,
  place: DeliveryPlace,
  change: ResultRulesChange,
  exams: readonly ExamSat[],
): Promise<ReadChange | ReturnType<typeof refuseAt> | ReturnType<typeof staleRules>> => {
  const before = await selectRules(kysely, place)
  if (before.version !== change.basedOn) return staleRules(before.version)
  const { decide = [], takeBack, boundaries, passMark, restore } = change
  if (restore !== undefined) {
    const isAlone = decide.length === 0 && takeBack === undefined && boundaries === undefined && passMark === undefined
    if (!isAlone) return refuseAt([{ path: 'restore', message: 'alone' }])
    if (restore > before.version) return refuseAt([{ path: 'restore', message: 'unknown' }])
    const after = await selectRules(kysely, place, restore)
    return { ok: true, before, after, decisions: after.decisions }
  }
  const problems = [...problemsOfChange(change), ...problemsOfDecisions(decide, exams)]
  if (problems.length > 0) return refuseAt(problems)
  return { ok: true, before, after: changedRules(before, change), decisions: decide }
}
