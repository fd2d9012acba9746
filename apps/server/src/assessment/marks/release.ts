import {
  areMarksReleased,
  type GateFacts,
  policyInForce,
  type ReleasePolicy,
  releasePolicies,
} from '@sitwell/exam/results/release-gate'
import { needsPerson } from '@sitwell/question-types/marking'
import type { Database } from '../../db/database.ts'
import type { FormRunTable, ScheduleTable } from '../../db/schema.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { authoredQuestionsOf } from '../form-run/index.ts'
import { type ShownRow, saidBySets } from './shown-set.ts'

const known = new WeakMap<object, boolean>()

/** Whether a person has to mark answers to any question of an exam, whichever of them a learner has drawn. */
const needsPersonIn = (exam: AuthoredExam): boolean => {
  const found = known.get(exam)
  if (found !== undefined) return found
  const needs = authoredQuestionsOf(exam).some(needsPerson)
  known.set(exam, needs)
  return needs
}

/** A policy that this version doesn't know is a newer one's: nothing is released by it that nobody has confirmed. */
const policyIn = (stored: string | null): ReleasePolicy | undefined =>
  stored === null ? undefined : (releasePolicies.find((one) => one === stored) ?? 'confirmed')

const factsOf = (
  schedule: Pick<ScheduleTable, 'release_policy'> | undefined,
  exam: AuthoredExam,
  confirmedAtMs: number | null,
): GateFacts => ({ policy: policyIn(schedule?.release_policy ?? null), needsPerson: needsPersonIn(exam), confirmedAtMs })

/** The release policy of a schedule that is in force. */
export const releasePolicyOf = (schedule: Pick<ScheduleTable, 'release_policy'>, exam: AuthoredExam): ReleasePolicy =>
  policyInForce(factsOf(schedule, exam, null))

const selectPolicy = ({ kysely }: Pick<Database, 'kysely'>, run: Pick<FormRunTable, 'org_id' | 'schedule_guid'>) =>
  kysely
    .selectFrom('schedule')
    .select('release_policy')
    .where('org_id', '=', run.org_id)
    .where('schedule_guid', '=', run.schedule_guid)
    .executeTakeFirst()

/** A form run as far as the gate goes. */
type GatedRun = Pick<
  FormRunTable,
  'completed_at' | 'form_run_guid' | 'org_id' | 'results_confirmed_at' | 'schedule_guid' | 'user_guid'
>

/**
 * The release gate with what is in it: the row of a result set that the learner is shown, `open` if marks are shown as they stand, or `closed`. A set whose
 * release has begun decides for all of its delivery (decision 171); without one the policy of the schedule does, and the confirmation of the sitting.
 */
export const releasedBy = async (
  database: Pick<Database, 'kysely'>,
  run: GatedRun,
  exam: AuthoredExam,
): Promise<ShownRow | 'closed' | 'open'> => {
  const said = await saidBySets(database, run)
  if (said !== 'nothing') return said
  const facts = factsOf(await selectPolicy(database, run), exam, run.results_confirmed_at)
  return areMarksReleased(facts) ? 'open' : 'closed'
}

/**
 * The release gate: whether anything that depends on the marks of a form run may leave the server for its learner, or for anybody else who
 * may not read marks (decision 161). Asked each time, so that what is withdrawn or withheld closes it at once.
 */
export const isReleased = async (database: Pick<Database, 'kysely'>, run: GatedRun, exam: AuthoredExam): Promise<boolean> =>
  (await releasedBy(database, run, exam)) !== 'closed'
