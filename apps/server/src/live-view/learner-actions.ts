import { type LearnerAction, type LiveActKind, learnerActionKinds } from '@sitwell/contract'
import { type ActionOfPerson, actOf, selectForPage } from './action-queries.ts'
import { iso, type Reading } from './viewer.ts'

/** A rest break stops and goes on as a pause does, for the page: an older one knows of no other. */
const kindOfPage: Partial<Record<LiveActKind, LearnerAction['kind']>> = { 'rest-break': 'pause', 'end-rest-break': 'resume' }

/** An action as the page of its learner receives it; undefined if it is none of their business. Who did it is not told. */
export const learnerActionOf = (action: Pick<ActionOfPerson, 'act' | 'action_id' | 'at'>): LearnerAction | undefined => {
  const act = actOf(action)
  const kind = kindOfPage[act.kind] ?? learnerActionKinds.find((one) => one === act.kind)
  if (!kind) return undefined
  return {
    ...{ actionID: action.action_id, kind, at: iso(action.at) },
    ...('text' in act && { text: act.text }),
    ...('seconds' in act && act.seconds !== undefined && { seconds: act.seconds }),
  }
}

/** What the page of a learner has yet to acknowledge, the first one first. */
export const actionsForPage = async (
  reading: Pick<Reading, 'kysely'>,
  place: { readonly orgId: number; readonly scheduleGuid: string; readonly nowMs: number },
): Promise<LearnerAction[]> => (await selectForPage(reading, place)).flatMap((one) => learnerActionOf(one) ?? [])
