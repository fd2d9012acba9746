import { acceptLateAnswers } from '@sitwell/contract'
import { acceptLate } from '../assessment/accept-late.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { type InvigilationGround, type Invigilator, invigilate, noteAct, type Target } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { examExists, selectRuns } from './queries.ts'

/** What is let count: of one form run or all of an exam, everything that came late or what waits for it alone. */
export interface LateTarget extends Pick<Target, 'formRunGuid' | 'examGuid'> {
  readonly waiting?: boolean | undefined
}

/**
 * Lets late answers of one form run count, or of all of an exam, and writes into each ledger that somebody did, and whether its mark
 * had been told. Nobody does so for an exam of their own: of many it is passed over.
 */
export const letLateCount = async (
  ground: InvigilationGround,
  who: Invigilator,
  { waiting = false, ...target }: LateTarget,
) => {
  const runs = await selectRuns(ground.database, who.orgId, target)
  const isOne = target.formRunGuid !== undefined
  if (isOne && runs.length === 0) return refuse('NOT_FOUND', 'There is no such form run in this organisation.')
  if (target.examGuid !== undefined && !(await examExists(ground.database, who.orgId, target.examGuid)))
    return refuse('NOT_FOUND', 'There is no such exam in this organisation.')
  if (isOne && runs.some((run) => run.user_guid === who.author))
    return refuse('NOT_ALLOWED', 'Nobody invigilates their own exam.')
  const changed: string[] = []
  let accepted = 0
  for (const { form_run_guid: formRunGuid, user_guid } of runs) {
    if (user_guid === who.author) continue
    const done = await acceptLate(ground, { orgId: who.orgId, formRunGuid }, { waiting })
    if (!done || done.accepted === 0) continue
    const told = done.wasTold ? ', after the mark had been told' : ''
    await invigilate(ground, who, { formRunGuid }, noteAct(`Late answers accepted: ${done.accepted}${told}`), {
      onCompleted: true,
    })
    changed.push(formRunGuid)
    accepted += done.accepted
  }
  return { ok: true as const, value: { accepted, changed } }
}

export const acceptLateAnswersRoute = (ground: Ground) =>
  route(acceptLateAnswers, ({ caller, body }) => letLateCount(ground, invigilatorOf(caller), body))
