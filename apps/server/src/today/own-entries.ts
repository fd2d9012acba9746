import type { Caller } from '../http/caller.ts'
import { selectUploads } from '../library/uploads/queries.ts'
import { uploadLastsMs } from '../library/uploads/sweep-uploads.ts'
import { secondStepOf } from '../office/second-step-of.ts'
import { type Grant, isOfRole } from '../roles/grant.ts'
import { isInForce } from '../roles/may.ts'
import { countRecoveryCodes } from '../security/mfa/recovery-codes.ts'
import { selectPerson } from '../security/people/queries.ts'
import type { Found } from './order.ts'
import { soonMs } from './soon.ts'
import type { TodayContext } from './today-context.ts'

/** Recovery codes of which somebody should make new ones. */
const fewCodes = 3

/** The caller's own second step, and what opens the office without it. */
export const ownSecondStep = async ({ database }: Pick<TodayContext, 'database'>, caller: Caller): Promise<Found[]> => {
  const person = await selectPerson(database, caller.orgId, caller.userGuid)
  if (!person) return []
  const [step, { made, left }] = await Promise.all([secondStepOf({ database }, person), countRecoveryCodes(database, person)])
  return [
    ...(step.is === 'set-up' ? [{ is: 'own-second-step', count: 1 } as const] : []),
    ...(made > 0 && left <= fewCodes ? [{ is: 'own-recovery-codes', count: left } as const] : []),
  ]
}

/** Roles of the caller that end soon. */
export const ownRoles = (grants: readonly Grant[], nowMs: number): Found[] =>
  grants.filter(isOfRole).flatMap((grant): Found[] => {
    const { role, untilMs } = grant
    if (untilMs === null || untilMs > nowMs + soonMs.role || !isInForce(grant, nowMs)) return []
    return [{ is: 'own-role-ends', count: 1, role, deadlineMs: untilMs }]
  })

/** Uploads of the caller that wait for them. Each is thrown away at its deadline. */
export const ownUploads = async ({ database }: Pick<TodayContext, 'database'>, caller: Caller): Promise<Found[]> => {
  const uploads = await selectUploads(database, caller)
  const those = (state: 'ready' | 'refused', is: 'uploads-wait' | 'uploads-refused'): Found[] => {
    const some = uploads.filter((upload) => upload.state === state)
    // The newest come first.
    const first = some.at(-1)
    return first ? [{ is, count: some.length, name: first.file_name, deadlineMs: first.made_at + uploadLastsMs }] : []
  }
  return [...those('ready', 'uploads-wait'), ...those('refused', 'uploads-refused')]
}
