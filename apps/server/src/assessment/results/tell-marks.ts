import type { FormRunTable, MarkTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { lockFormRun, type RunPlace } from '../form-run/index.ts'
import { releasedBy } from '../marks/index.ts'
import { isResultHeld } from './held-result.ts'
import { type FormRunResult, resultOf, tellsMarks } from './result-of.ts'
import { noteSeen, resultOfSet } from './shown-result.ts'

/** What a form run came to, for whoever is told it. */
export interface ShownMarks {
  readonly result: FormRunResult
  readonly marks: readonly MarkTable[]
  /** Whether its form run is completed: nothing of one that is open is told. */
  readonly isCompleted: boolean
  /** The marks wait until the grace after the completion is over: nothing of them may be told. */
  readonly isHeld: boolean
  /** Whether the release gate is open; while it isn't, `marks` is empty and `result` says nothing. */
  readonly isReleased: boolean
  /** When the result set was computed that is shown; absent if none is. */
  readonly computedAtMs?: number
}

/** What is told before the release: the same whatever the marks are. */
const unreleased = (run: FormRunTable, exam: AuthoredExam): Omit<ShownMarks, 'isCompleted'> => ({
  result: resultOf(run, [], exam, { isHeld: true }),
  marks: [],
  isHeld: false,
  isReleased: false,
})

type MarksReader = 'learner' | 'other'

/** Who reads marks in a session: one that staff opened for a learner is no look of the learner's. */
export const readerOf = ({ madeBy }: Pick<Caller, 'madeBy'>): MarksReader => (madeBy === undefined ? 'learner' : 'other')

/**
 * The one way in which marks leave the server. Whoever tells any mark of a form run, whole result or part of it, reads it here, behind the
 * release gate: what isn't released isn't in the answer. That marks were told is written down with the form run locked, and from then on
 * nothing of its learner changes them. A save that is let count holds the same lock, so it came before, and is in the marks, or it comes
 * after, and doesn't count. `tells` says whether anything of the marks is told; it is asked once these are known. If a result set is shown, it is told as the set
 * has it, whatever was marked since, and the learner's first look is noted. Undefined where there is no such form run.
 */
export const tellMarks = (
  { database, clock, config }: Pick<AssessmentContext, 'database' | 'clock' | 'config'>,
  place: RunPlace,
  exam: AuthoredExam,
  tells: (marks: ShownMarks) => boolean = ({ result }) => tellsMarks(result, exam),
  reader: MarksReader = 'learner',
): Promise<ShownMarks | undefined> =>
  database.kysely.transaction().execute(async (kysely) => {
    const run = await lockFormRun(kysely, place)
    if (!run) return undefined
    const isCompleted = run.completed_at !== null
    const released = await releasedBy({ kysely }, run, exam)
    if (released === 'closed') return { ...unreleased(run, exam), isCompleted }
    if (released !== 'open') {
      if (reader === 'learner') await noteSeen(kysely, released, clock.nowMs())
      return {
        ...resultOfSet(released, exam),
        isCompleted,
        isHeld: false,
        isReleased: true,
        computedAtMs: released.computed_at,
      }
    }
    const marks = await kysely
      .selectFrom('mark')
      .selectAll()
      .where('org_id', '=', run.org_id)
      .where('form_run_guid', '=', run.form_run_guid)
      .execute()
    const isHeld = run.marks_told_at === null && (await isResultHeld({ database: { ...database, kysely }, clock, config }, run))
    const result = resultOf(run, marks, exam, { isHeld })
    const shownMarks = { result, marks, isHeld, isCompleted, isReleased: true }
    if (isCompleted && run.marks_told_at === null && !isHeld && tells(shownMarks))
      await kysely
        .updateTable('form_run')
        .set({ marks_told_at: clock.nowMs() })
        .where('org_id', '=', run.org_id)
        .where('form_run_guid', '=', run.form_run_guid)
        .execute()
    return shownMarks
  })
