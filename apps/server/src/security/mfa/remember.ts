import { randomBytes } from 'node:crypto'
import { mfaRemember } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { hashOfToken } from '../../tokens/refresh-token.ts'
import { organisationSetting } from '../organisation/organisation-setting.ts'
import type { SecurityContext } from '../security-context.ts'
import { selectSession } from '../sessions/queries.ts'
import { personOfCall } from './person-of-call.ts'
import { insertDevice } from './queries.ts'

const dayMs = 24 * 60 * 60_000
/** Where the setting `MfaRememberMeDays` is absent (decisions). */
const usualDays = 28
/** How long after a code a device may be remembered: the box is ticked beside the code. */
const afterCodeMs = 10 * 60_000

/** Days that a device is remembered; 0 if the setting forbids it, as less than a whole one does (spec 1 §2). */
export const rememberDays = (setting: string | null): number => {
  const days =
    setting !== null && /^-?\d{1,5}([.,]\d{1,9})?$/.test(setting.trim()) ? Number(setting.replace(',', '.')) : usualDays
  return days < 1 ? 0 : Math.floor(days)
}

/** Remembers the device of a session that has just passed the second step by a code. */
export const mfaRememberRoute = (context: Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>) =>
  route(mfaRemember, async ({ caller, body, request }) => {
    const { database, clock } = context
    if (caller.madeBy !== undefined) return refuse('NOT_ALLOWED', 'A device is remembered for the learner alone.')
    const whose = await personOfCall(context, caller, body.userID)
    if (!whose.ok) return whose
    const session = await selectSession(database, caller.orgId, caller.sessionId)
    const passedAt = session?.mfa_passed_at ?? null
    if (passedAt === null || clock.nowMs() - passedAt > afterCodeMs)
      return refuse('NOT_ALLOWED', 'A device is remembered right after a code was accepted.')
    const days = rememberDays(await organisationSetting(database, caller.orgId, 'MfaRememberMeDays'))
    if (days < 1) return refuse('NOT_ALLOWED', 'This organisation remembers no device.')
    const deviceToken = randomBytes(32).toString('base64url')
    const expiresAt = clock.nowMs() + days * dayMs
    await insertDevice(database, {
      org_id: caller.orgId,
      device_hash: hashOfToken(deviceToken),
      user_guid: caller.userGuid,
      expires_at: expiresAt,
    })
    const { orgId, userGuid } = caller
    context.securityLog.note({ kind: 'device-remembered', orgId, userGuid, address: request.ip })
    return { ok: true, value: { deviceToken, expiresAt: new Date(expiresAt).toISOString() } }
  })
