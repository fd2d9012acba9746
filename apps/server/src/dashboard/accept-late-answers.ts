import { acceptLateAnswers } from '@sitwell/contract'
import { acceptLate } from '../assessment/accept-late.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { type InvigilationGround, type Invigilator, invigilate, noteAct } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { selectRuns } from './queries.ts'

/** Lets the late answers of one form run count, and writes into its ledger that somebody did. */
export const letLateCount = async (ground: InvigilationGround, who: Invigilator, formRunGuid: string) => {
  const [run] = await selectRuns(ground.database, who.orgId, { formRunGuid })
  if (!run) return refuse('NOT_FOUND', 'There is no such form run in this organisation.')
  if (run.user_guid === who.author) return refuse('NOT_ALLOWED', 'Nobody invigilates their own exam.')
  const accepted = (await acceptLate(ground, { orgId: who.orgId, formRunGuid })) ?? 0
  if (accepted > 0)
    await invigilate(ground, who, { formRunGuid }, noteAct(`Late answers accepted: ${accepted}`), { onCompleted: true })
  return { ok: true as const, value: { accepted } }
}

export const acceptLateAnswersRoute = (ground: Ground) =>
  route(acceptLateAnswers, ({ caller, body }) => letLateCount(ground, invigilatorOf(caller), body.formRunGuid))
