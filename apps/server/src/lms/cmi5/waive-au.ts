import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { lockCourse } from '../queries.ts'
import { auOf, keepCmi5Standing, noteFacts, registrationOf, say, speakingOf, structureOf } from './cmi5-course.ts'
import { waivedStatement } from './lms-statements.ts'
import { factsOf } from './queries.ts'

interface Wishes {
  readonly orgId: number
  readonly courseAttemptGuid: string
  /** Counts from 0. */
  readonly position: number
  /** As the standard words it. */
  readonly reason: string
  /** What the learner's account is below, where the organisation has no registration yet. */
  readonly homePage: string
}

/** Lets an AU count without it, once in a registration. What else follows from it is said under the same session, which has no launch. */
export const waiveAu = (
  kysely: Kysely<Schema>,
  { orgId, courseAttemptGuid, position, reason, homePage }: Wishes,
  nowMs: number,
): Promise<'waived' | 'waived before'> =>
  kysely.transaction().execute(async (transaction) => {
    const held = await lockCourse(transaction, orgId, courseAttemptGuid)
    const sco = held?.scos.find((one) => one.position === position)
    if (!held || !sco) throw new Error(`The course has no AU ${position + 1}.`)
    const structure = structureOf(held)
    const registration = await registrationOf(transaction, held, homePage, nowMs)
    const facts = factsOf(sco)
    if (facts.waived) return 'waived before'
    const sessionId = randomUUID()
    const statement = waivedStatement(speakingOf(registration, structure, nowMs), auOf(structure, sco), sessionId, reason)
    await say(transaction, registration, [{ statement, sessionGuid: sessionId }], nowMs)
    const now = await noteFacts(transaction, held, sco, { ...facts, waived: true }, { saved_at: nowMs })
    await keepCmi5Standing(transaction, now, registration, { sessionId, nowMs })
    return 'waived'
  })
