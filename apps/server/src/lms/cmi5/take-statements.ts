import { judgeStatement } from '@sitwell/exam/courses/cmi5/judge-statement'
import { momentMs } from '@sitwell/exam/courses/xapi/values'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { type Arrived, insertStatements, selectStatementHashes, statementHash } from '../lrs/statement-queries.ts'
import { lockCourse } from '../queries.ts'
import { keepCmi5Standing, noteFacts } from './cmi5-course.ts'
import { authorityOf } from './names.ts'
import {
  factsOf,
  momentsOf,
  type Session,
  type SessionOfCourse,
  selectRegistration,
  selectSession,
  soFarOf,
  termsOf,
  updateSession,
} from './queries.ts'

/**
 * Milliseconds after terminated in which what was said before it is still taken: an AU that says goodbye has its last statements
 * under way side by side.
 */
const lateMs = 10_000

export type Taken =
  | { readonly ok: true }
  /** `conflict`: another statement of this id says something else. */
  | { readonly ok: false; readonly is: 'forbidden' | 'conflict'; readonly why: string }

const forbidden = (why: string): Taken => ({ ok: false, is: 'forbidden', why })

type StoredStatements = readonly Pick<Arrived, 'statement' | 'attachments'>[]
type Launched = Pick<Exclude<Awaited<ReturnType<typeof launchOf>>, Taken>, 'session' | 'sco'>

const isOpen = ({ terminated_at, abandoned_at }: Session) => terminated_at === null && abandoned_at === null

/** What a launch belongs to, while its course is held; or why it says nothing any more. */
const launchOf = async (transaction: Transaction<Schema>, of: SessionOfCourse) => {
  const held = await lockCourse(transaction, of.org_id, of.course_attempt_guid)
  const session = await selectSession(transaction, of.org_id, of.session_guid)
  const registration = await selectRegistration(transaction, of.org_id, of.course_attempt_guid)
  const sco = held?.scos.find(({ sco_attempt_id }) => sco_attempt_id === of.sco_attempt_id)
  if (!held || !session || !sco) return forbidden('The course of this launch is gone.')
  if (!registration || registration.registration !== session.registration)
    return forbidden('The course was set back after this launch.')
  return { held, session, sco, registration }
}

/** Whether a session takes this statement by when it comes: after terminated, that which tells of before it, for a moment. */
const isHeard = ({ terminated_at, abandoned_at }: Session, terminatedMs: number | undefined, atMs: number, nowMs: number) => {
  if (abandoned_at !== null) return false
  if (terminated_at === null) return true
  return nowMs - terminated_at <= lateMs && terminatedMs !== undefined && atMs < terminatedMs
}

/** What statements come to, one after another; the first that can't be said is why none is taken. */
const judgeAll = (
  arrived: StoredStatements,
  known: ReadonlyMap<string, string>,
  {
    session,
    sco,
    isForgotten,
    nowMs,
  }: Launched & { readonly isForgotten: SessionOfCourse['isForgotten']; readonly nowMs: number },
) => {
  let soFar = { ...soFarOf(session), ...(isForgotten && { isForgotten: true }) }
  let facts = factsOf(sco)
  const news: Arrived[] = []
  for (const { statement, attachments } of arrived) {
    const stored = known.get(statement.id.toLowerCase())
    if (stored !== undefined && stored !== statementHash(statement))
      return { ok: false, is: 'conflict', why: `Another statement has the id ${statement.id}.` } as const
    if (stored !== undefined && isOpen(session)) continue
    if (stored !== undefined || !isHeard(session, soFar.terminatedMs, momentMs(statement.timestamp) ?? nowMs, nowMs))
      return forbidden('The session of this launch is over.')
    const judgement = judgeStatement(statement, termsOf(session), soFar, facts)
    if (!judgement.ok) return forbidden(judgement.why)
    soFar = judgement.session
    facts = judgement.facts
    news.push({ statement, attachments, sessionGuid: session.session_guid })
  }
  return { soFar, facts, news }
}

/**
 * Takes statements of an AU, all or none, in the transaction that holds its course: whether cmi5 lets it say them now, then they are
 * stored, and what the course comes to with them. Those that are there already are taken as done while the session continues.
 */
export const takeStatements = (
  kysely: Kysely<Schema>,
  of: SessionOfCourse,
  arrived: StoredStatements,
  clock: Clock,
): Promise<Taken> =>
  kysely.transaction().execute(async (transaction): Promise<Taken> => {
    const launched = await launchOf(transaction, of)
    if ('ok' in launched) return launched
    const { held, session, sco, registration } = launched
    const nowMs = clock.nowMs()
    const known = await selectStatementHashes(
      transaction,
      of.org_id,
      arrived.map(({ statement }) => statement.id.toLowerCase()),
    )
    const judged = judgeAll(arrived, known, { session, sco, isForgotten: of.isForgotten, nowMs })
    if ('ok' in judged) return judged
    const { soFar, facts, news } = judged
    if (news.length === 0) return { ok: true }
    await insertStatements(transaction, of.org_id, news, { authority: authorityOf(of.home_page), nowMs: () => clock.nowMs() })
    await updateSession(transaction, session, {
      so_far: JSON.stringify(soFar),
      heard_at: nowMs,
      ...momentsOf(session, soFar, nowMs),
    })
    const now = await noteFacts(transaction, held, sco, facts, { saved_at: nowMs })
    await keepCmi5Standing(transaction, now, registration, { sessionId: termsOf(session).sessionId, nowMs })
    return { ok: true }
  })
