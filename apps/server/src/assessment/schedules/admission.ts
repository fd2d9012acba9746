import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { type LoadedExam, type ScheduleRow, selectPass, selectSchedule } from '../form-run/index.ts'
import { startFactsOf } from './can-start.ts'
import { decideStart } from './can-start-rules.ts'
import { mayStart } from './may-start.ts'
import { rubricRefusal } from './rubric-required.ts'

/** What a learner asks to be let into. */
interface Wanted {
  readonly userGuid: string
  readonly scheduleGuid: string
  readonly examGuid: string
}

interface Asking {
  readonly caller: Caller
  readonly query: Wanted
  readonly request: FastifyRequest
  /** For the exam's content, which the player asks for before it begins anything. */
  readonly isFirst?: boolean
}

export type Admission =
  | { readonly ok: true; readonly schedule: ScheduleRow; readonly loaded: LoadedExam }
  | RefusedOutcome<
      'NOT_ALLOWED' | 'NOT_FOUND' | 'FORM_RUN_COMPLETED' | 'CANNOT_START' | 'PASSWORD_REQUIRED' | 'RUBRIC_REQUIRED'
    >

type WallRefusal = NonNullable<Awaited<ReturnType<typeof mayStart>>>

/**
 * Whether a learner may see an exam's questions: they may come up to the wall, and what the schedule asks for besides is there.
 */
export const admit = async (
  context: AssessmentContext,
  { caller, query, request, isFirst = false }: Asking,
): Promise<Admission | WallRefusal> => {
  const admission = await admitToWall(context, caller, query)
  if (!admission.ok) return admission
  const { schedule, loaded } = admission
  const no = await mayStart(context, { caller, request, schedule, exam: loaded.exam }, { isFirst })
  return no ?? admission
}

/**
 * Whether all is there but what {@link mayStart} asks for: the schedule is their own, may start now, and in this session the rubric was
 * confirmed and the exam's password given. A session of the remote proctoring provider (mode set and type 1) needs no password (spec
 * 2 §5).
 */
export const admitToWall = async (
  context: Pick<AssessmentContext, 'clock' | 'database' | 'exams' | 'sessions'>,
  caller: Caller,
  wanted: Wanted,
): Promise<Admission> => {
  const { database, exams, clock } = context
  if (wanted.userGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person opens their own exams only.')
  const schedule = await selectSchedule(database, caller, wanted.scheduleGuid)
  if (!schedule || schedule.exam_guid !== wanted.examGuid)
    return refuse('NOT_FOUND', 'There is no such schedule for this person.')
  const facts = startFactsOf(schedule)
  if (facts.completed) return refuse('FORM_RUN_COMPLETED', 'This exam has been completed.')
  const decision = decideStart(facts, clock.nowMs())
  if (!decision.canStart) return refuse('CANNOT_START', decision.message)
  const unconfirmed = await rubricRefusal(context, caller, schedule)
  if (unconfirmed) return unconfirmed
  if (schedule.password_hash !== null && !(await selectPass(database, caller, schedule.schedule_guid)))
    if (!(await isProctored(database, caller.orgId)))
      return refuse('PASSWORD_REQUIRED', "The exam's password has to be given first.")
  const loaded = await exams.load(schedule)
  if (!loaded) return refuse('NOT_FOUND', 'The exam of this schedule is not there.')
  return { ok: true, schedule, loaded }
}

const isProctored = async ({ kysely }: AssessmentContext['database'], orgId: number): Promise<boolean> => {
  const row = await kysely.selectFrom('organisation').select('details').where('org_id', '=', orgId).executeTakeFirst()
  // Written by the import from what its own schema read.
  const { proctoringMode = 0, proctoringType = 0 } = JSON.parse(row?.details ?? '{}') as Record<string, number>
  return proctoringMode !== 0 && proctoringType === 1
}
