import type { ResultRulesPreview, ShownRulesRows } from '@sitwell/contract'
import type { Decision, ResultRules } from '@sitwell/exam/result-rules/result-rules'
import { compareMarks } from '@sitwell/exam/result-rules/share'
import { sha256 } from '../sha256.ts'
import type { collectMoves, Figures, Moved, Tally } from './collect-results.ts'
import type { CountedSitting } from './counted-sittings.ts'
import { type ExamSat, keyOfExam, shownGrades } from './exams-sat.ts'
import { stateIn } from './read-change.ts'

/** Somebody with the ways in which a change moves them. */
export interface JudgedMove extends Moved {
  readonly is: ReadonlySet<ShownRulesRows | 'waiting'>
}

const waysOf = ({ before, after, isKept, isByPerson }: Moved): JudgedMove['is'] => {
  const is = new Set<ShownRulesRows | 'waiting'>()
  if (isKept) is.add('kept')
  if (isByPerson) is.add('person')
  if (after.waiting > 0) return is.add('waiting')
  if (before.waiting > 0) return is.add('settled').add('moved')
  const difference = compareMarks(after, before)
  if (difference !== 0) is.add(difference > 0 ? 'up' : 'down').add('moved')
  if (before.grade !== after.grade) is.add('grade').add('moved')
  if (before.passed !== after.passed) is.add(after.passed ? 'passes' : 'fails').add('moved')
  return is
}

/** Who is moved in which way, those who move farthest first. */
export const judgedMoves = (moves: readonly Moved[]): JudgedMove[] => {
  const far = ({ before, after }: Moved) => Math.abs(after.percent - before.percent)
  return moves
    .map((one) => ({ ...one, is: waysOf(one) }))
    .sort((one, other) => far(other) - far(one) || (one.sitting.user_guid < other.sitting.user_guid ? -1 : 1))
}

/**
 * Names what a change does: the rules before and after it, and who moves how. A mark that arrives meanwhile and moves nobody otherwise leaves it as it is, so that a change can be applied while markers mark.
 */
export const hashOfPreview = (
  deliveryId: string,
  {
    before,
    after,
    moves,
  }: {
    readonly before: ResultRules & { readonly version: number }
    readonly after: ResultRules
    readonly moves: readonly JudgedMove[]
  },
): string => {
  const moved = moves
    .filter(({ is }) => is.has('moved') || is.has('kept'))
    .map((one) => [one.sitting.form_run_guid, [...one.is].sort(), one.before.grade, one.after.grade])
    .sort(([first = ''], [second = '']) => (first < second ? -1 : 1))
  const { decisions, boundaries, passMark } = after
  return sha256(JSON.stringify([deliveryId, before.version, decisions, boundaries ?? null, passMark ?? null, moved]))
}

const gradeNames = ({ boundaries }: ResultRules, exams: readonly ExamSat[]): string[] =>
  boundaries?.map(({ grade }) => grade) ?? exams.flatMap((exam) => shownGrades(exam).boundaries.map(({ grade }) => grade))

/** How many have each grade before and after, the highest grade first, and then those without one. */
const gradesOf = (moves: readonly JudgedMove[], before: ResultRules, after: ResultRules, exams: readonly ExamSat[]) => {
  const counts = new Map(
    [...gradeNames(after, exams), ...gradeNames(before, exams), ''].map((grade) => [grade, { before: 0, after: 0 }]),
  )
  const add = (when: 'before' | 'after', { waiting, grade }: Figures) => {
    const found = waiting === 0 ? counts.get(grade) : undefined
    if (found) found[when] += 1
  }
  for (const one of moves) {
    add('before', one.before)
    add('after', one.after)
  }
  return [...counts].map(([grade, count]) => ({ grade, ...count }))
}

const decisionRows = (
  decisions: readonly Decision[],
  exams: ReadonlyMap<string, ExamSat>,
  sittings: readonly CountedSitting[],
  tally: Tally,
) => {
  const sat = Map.groupBy(sittings, keyOfExam)
  return decisions.map((decision) => {
    const touched = [...exams.keys()].map((key) => tally.of(decision.questionID, key))
    return {
      decision,
      byPerson: touched.reduce((sum, { byPerson }) => sum + byPerson, 0),
      versions: [...exams].map(([key, exam]) => {
        const { asked, changed } = tally.of(decision.questionID, key)
        return {
          examVersion: exam.version,
          state: stateIn(exam, decision),
          sat: sat.get(key)?.length ?? 0,
          asked,
          changed,
        } as const
      }),
    }
  })
}

/** All that a preview says beside its hash, its rows and its moment. */
export const countsOf = (
  judged: readonly JudgedMove[],
  {
    ...given
  }: {
    readonly before: ResultRules
    readonly after: ResultRules
    readonly decisions: readonly Decision[]
    readonly exams: ReadonlyMap<string, ExamSat>
    readonly sittings: readonly CountedSitting[]
    readonly tally: Awaited<ReturnType<typeof collectMoves>>['tally']
  },
): Omit<ResultRulesPreview, 'hash' | 'rows' | 'next' | 'asOf'> => {
  const { before, after, decisions, exams, sittings, tally } = given
  const count = (way: ShownRulesRows | 'waiting') => judged.filter(({ is }) => is.has(way)).length
  const [up, down, waiting, settled] = [count('up'), count('down'), count('waiting'), count('settled')]
  return {
    people: judged.length,
    ...{ up, down, waiting, settled, same: judged.length - up - down - waiting - settled },
    ...{ kept: count('kept'), grade: count('grade'), passes: count('passes'), fails: count('fails') },
    grades: gradesOf(judged, before, after, [...exams.values()]),
    decisions: decisionRows(decisions, exams, sittings, tally),
  }
}
