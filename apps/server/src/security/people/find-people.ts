import { findPeople } from '@sitwell/contract'
import { wordsOf } from '../../folded-name.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../security-context.ts'
import { byName, hasWords } from './name-search.ts'
import { selectLearners, selectLearnersBehind } from './queries.ts'

/** People who are told at once: who is not among them is looked for by more of the name. */
const listed = 50

/** People who are read at once, so that nothing else waits long for an organisation of many thousands. */
const together = 1000

type Learners = Awaited<ReturnType<typeof selectLearners>>

/**
 * Those who have each of the words, one more than are told. They are compared here: SQLite knows the capitals of ASCII alone, PostgreSQL
 * those of the locale that it was set up with, and neither that Muller may be Müller.
 */
const searched = async (
  database: SecurityContext['database'],
  of: Parameters<typeof selectLearners>[1],
  words: readonly string[],
): Promise<Learners> => {
  const found: Learners = []
  for (let behind = Number.MIN_SAFE_INTEGER; ; ) {
    const some = await selectLearnersBehind(database, of, behind, together)
    found.push(...some.filter((one) => hasWords([one.first_name, one.last_name, one.username], words)))
    const last = some.at(-1)
    if (!last || some.length < together) return found.sort(byName).slice(0, listed + 1)
    behind = last.user_id
  }
}

/** Learners of the administrator's organisation; whom they may not sign in as isn't told. */
export const findPeopleRoute = ({ database, clock }: Pick<SecurityContext, 'clock' | 'database'>) =>
  route(findPeople, async ({ caller, body }) => {
    const words = wordsOf(body.search).slice(0, 10)
    const of = { orgId: caller.orgId, nowMs: clock.nowMs() }
    const rows = words.length === 0 ? await selectLearners(database, of, listed + 1) : await searched(database, of, words)
    const people = rows.slice(0, listed).map((row) => ({
      userID: row.user_id,
      firstName: row.first_name,
      lastName: row.last_name,
      username: row.username,
      suspended: row.suspended === 1,
    }))
    return { ok: true, value: { people, isMore: rows.length > listed } }
  })
