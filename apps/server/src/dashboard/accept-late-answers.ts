import { acceptLateAnswers } from '@sitwell/contract'
import { acceptLate } from '../assessment/answers/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'
import type { InvigilationContext, Invigilator, Target } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { examExists, selectRuns } from './queries.ts'

/** What is let count: of one form run or all of an exam, everything that came late or what waits for it alone. */
export interface LateTarget extends Pick<Target, 'formRunGuid' | 'examGuid'> {
  readonly waiting?: boolean | undefined
}

/**
 * Lets late answers and files of one form run count, or of all of an exam. Nobody does so for their own exam: of many it is
 * passed over.
 */
export const letLateCount = async (
  context: InvigilationContext,
  who: Invigilator,
  { waiting = false, ...target }: LateTarget,
) => {
  const runs = await selectRuns(context.database, who.orgId, target)
  const isOne = target.formRunGuid !== undefined
  if (isOne && runs.length === 0) return refuse('NOT_FOUND', 'There is no such form run in this organisation.')
  if (target.examGuid !== undefined && !(await examExists(context.database, who.orgId, target.examGuid)))
    return refuse('NOT_FOUND', 'There is no such exam in this organisation.')
  if (isOne && runs.some((run) => run.user_guid === who.author))
    return refuse('NOT_ALLOWED', 'Nobody invigilates their own exam.')
  const changed: string[] = []
  let accepted = 0
  let files = 0
  for (const { form_run_guid: formRunGuid, user_guid } of runs) {
    if (user_guid === who.author) continue
    const place = { orgId: who.orgId, formRunGuid }
    const done = await acceptLate(context, place, who.author, { waiting })
    if (!done || done.written.length === 0) continue
    context.live.tell(place, done.written)
    changed.push(formRunGuid)
    accepted += done.answers
    files += done.files
  }
  return { ok: true as const, value: { accepted, ...(files > 0 && { files }), changed } }
}

export const acceptLateAnswersRoute = (context: Pick<DashboardContext, 'clock' | 'database' | 'exams' | 'live'>) =>
  route(acceptLateAnswers, ({ caller, body }) => letLateCount(context, invigilatorOf(caller), body))
