import {
  type ActResult,
  officeInvitePeople,
  officePreviewInvitations,
  officePreviewSuspensions,
  officeSuspendPeople,
} from '@sitwell/contract'
import type { PersonTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { suspendPerson } from '../people/suspend-person.ts'
import { mailWayIn } from '../people/way-in.ts'
import { findCandidates } from './candidates.ts'
import { type ManyAct, previewOf } from './judge-acts.ts'

/** Mails that are sent at once: a mail server takes only this many connections. */
const mostAtOnce = 4

interface Asked {
  readonly caller: Caller
  readonly userIDs: readonly number[]
}

const plan = async (context: Pick<SecurityContext, 'clock' | 'database'>, act: ManyAct, { caller, userIDs }: Asked) => {
  const { people, candidates } = await findCandidates(context.database, caller, userIDs, context.clock.nowMs())
  return { people, preview: previewOf(act, userIDs, candidates) }
}

/** The people of a part, if it is as the preview with this hash showed it. */
const partOf = async (
  context: Pick<SecurityContext, 'clock' | 'database'>,
  act: ManyAct,
  asked: Asked & { readonly hash: string },
) => {
  const { people, preview } = await plan(context, act, asked)
  const [part] = preview.parts
  if (preview.totals.left > 0 || part?.hash !== asked.hash)
    return refuse('CHANGED_MEANWHILE', 'The preview that this is based on is outdated.', { current: preview })
  return { ok: true, people: part.userIDs.flatMap((userID) => people.get(userID) ?? []) } as const
}

/** Does something to people, a few at once, and says what happened to each, in their order. */
const toEach = async (
  people: readonly PersonTable[],
  act: (person: PersonTable) => Promise<ActResult['is']>,
  atOnce: number,
): Promise<ActResult[]> => {
  const results = new Map<number, ActResult['is']>()
  const waiting = [...people]
  const work = async () => {
    for (let person = waiting.shift(); person; person = waiting.shift()) results.set(person.user_id, await act(person))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return people.map(({ user_id }) => ({ userID: user_id, is: results.get(user_id) ?? 'failed' }))
}

const invitation = ({ config }: Pick<SecurityContext, 'config'>): ManyAct => ({
  do: 'invite',
  canMail: config.smtpUrl !== undefined,
})

/** Whom an invitation of many would reach. */
export const officePreviewInvitationsRoute = (context: SecurityContext) =>
  route(officePreviewInvitations, async ({ caller, body }) => {
    const { preview } = await plan(context, invitation(context), { caller, userIDs: body.userIDs })
    return { ok: true, value: preview }
  })

/** Mails the people of a part how they get in. Each mail is limited and logged as that of one person is. */
export const officeInvitePeopleRoute = (context: SecurityContext) =>
  route(officeInvitePeople, async ({ caller, body, request }) => {
    const part = await partOf(context, invitation(context), { caller, ...body })
    if (!part.ok) return part
    const asked = { kind: 'INVITE', author: caller.userGuid, address: request.ip } as const
    const results = await toEach(part.people, (person) => mailWayIn(context, person, asked), mostAtOnce)
    return { ok: true, value: { results } }
  })

const suspension = (isSuspended: boolean): ManyAct => ({ do: isSuspended ? 'suspend' : 'resume' })

/** Whom a suspension of many would concern. */
export const officePreviewSuspensionsRoute = (context: Pick<SecurityContext, 'clock' | 'database'>) =>
  route(officePreviewSuspensions, async ({ caller, body }) => {
    const { preview } = await plan(context, suspension(body.isSuspended), { caller, userIDs: body.userIDs })
    return { ok: true, value: preview }
  })

/** Suspends the people of a part, or lets them in again: each by itself, so that one who can't be keeps nobody else from it. */
export const officeSuspendPeopleRoute = (context: SecurityContext) =>
  route(officeSuspendPeople, async ({ caller, body, request }) => {
    const { isSuspended, reason } = body
    const part = await partOf(context, suspension(isSuspended), { caller, ...body })
    if (!part.ok) return part
    const asked = { isSuspended, reason: reason.trim(), author: caller.userGuid, address: request.ip }
    const suspendOne = async (person: PersonTable): Promise<ActResult['is']> => {
      const outcome = await suspendPerson(context, person, { ...asked, version: person.version })
      return outcome.is === 'done' || outcome.is === 'same' ? 'done' : 'failed'
    }
    return { ok: true, value: { results: await toEach(part.people, suspendOne, 1) } }
  })
