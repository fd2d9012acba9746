import { confirmRubric, rubricState } from '@sitwell/contract'
import { isSameIdentifier } from '@sitwell/exam/organisation/identifier'
import { type Confirmation, confirmationsFor } from '@sitwell/exam/organisation/rubric-confirmations'
import type { PersonTable } from '../../db/schema.ts'
import { bucketOf, countAttempt } from '../../http/limits/attempts.ts'
import { empty } from '../../http/limits/buckets.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { organisationSetting } from '../organisation/organisation-setting.ts'
import { selectPerson } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { confirmTogether } from './queries.ts'

type Given = { readonly dateOfBirth?: string | undefined; readonly learnerIdentifier?: string | undefined }

/** The settings that ask for more than name and instructions (spec 2 §2). */
const modeOf = async ({ database }: Pick<SecurityContext, 'database'>, orgId: number, name: string): Promise<number> => {
  const value = (await organisationSetting(database, orgId, name))?.trim() ?? ''
  return /^-?\d+$/.test(value) ? Number(value) : 0
}

const asked = async (context: Pick<SecurityContext, 'database'>, person: PersonTable): Promise<readonly Confirmation[]> => {
  const [confirmDobMode, confirmLearnerIdentifierMode] = await Promise.all([
    modeOf(context, person.org_id, 'ConfirmLearnerDOB'),
    modeOf(context, person.org_id, 'ConfirmLearnerIdentifier'),
  ])
  return confirmationsFor(
    { dateOfBirth: person.date_of_birth ?? undefined, learnerIdentifier: person.learner_identifier ?? undefined },
    { confirmDobMode, confirmLearnerIdentifierMode },
  )
}

/** Whether what was given is what the record has, where it has to be given at all. */
const isRight = (one: Confirmation, { dateOfBirth = '', learnerIdentifier = '' }: Given): boolean => {
  if (one.id === 'dob' && one.mode === 2) return dateOfBirth === one.value.slice(0, 10)
  if (one.id === 'identifier' && one.mode === 2) return isSameIdentifier(learnerIdentifier, one.value)
  return true
}

/** Tries of one person at what they have to give: enough for any slip of the hand, and one more every minute. */
const ofPerson = { capacity: 10, leakMs: 60_000 }

/** What is compared with the record could be guessed: a date of birth is one of some thousands. */
const isGiven = (one: Confirmation): boolean => 'mode' in one && one.mode === 2

/** Keeps that the learner confirmed, for their session alone: somebody who signs in again confirms again. */
export const confirmRubricRoute = (context: Pick<SecurityContext, 'clock' | 'database' | 'keys' | 'sessions'>) =>
  route(confirmRubric, async ({ caller, body }) => {
    const { database, clock, sessions } = context
    if (body.userGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person confirms for themselves only.')
    const person = await selectPerson(database, caller.orgId, caller.userGuid)
    if (!person) return refuse('NOT_ALLOWED', 'There is no such person.')
    const confirmations = await asked(context, person)
    const bucket = bucketOf(context, caller.orgId, 'rubric', [caller.userGuid], ofPerson)
    const isCounted = confirmations.some(isGiven)
    // Before it is compared, so that tries that come together can't pass together.
    const tooMany = isCounted && (await countAttempt(context, bucket))
    if (tooMany) return tooMany
    const missing = confirmations.filter((one) => !body.confirmed.includes(one.id) || !isRight(one, body))
    if (missing.length > 0)
      return refuse('RUBRIC_REQUIRED', 'Not all that has to be confirmed was.', {
        details: missing.map(({ id }) => ({ path: 'body.confirmed', message: `${id} is not confirmed` })),
      })
    if (isCounted) await empty(database.kysely, bucket)
    await confirmTogether(database, { ...caller, nowMs: clock.nowMs() })
    sessions.forget(caller.sessionId)
    return { ok: true, value: { confirmed: true as const } }
  })

export const rubricStateRoute = ({ sessions }: Pick<SecurityContext, 'sessions'>) =>
  route(rubricState, async ({ caller, query }) => {
    if (query.userGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person asks for themselves only.')
    return { ok: true, value: { confirmed: await sessions.hasConfirmed(caller) } }
  })
