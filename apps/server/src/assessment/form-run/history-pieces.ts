import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { AnswerEventTable } from '../../db/schema.ts'

/** Bytes of answers and workings that are read at once; a single save may have more. */
const pieceBytes = 4 * 1024 * 1024
/** Saves of one piece, at most: each is a value of a statement. */
const mostSaves = 1000

interface Sized {
  readonly id: string
  readonly bytes: number
}

/** The ids in their order, in groups of this many bytes or of one. */
export const groupsOf = (saves: readonly Sized[], mostBytes = pieceBytes): string[][] => {
  const groups: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const one of saves) {
    bytes += one.bytes
    const last = groups.at(-1)
    if (last && bytes <= mostBytes && last.length < mostSaves) last.push(one.id)
    else {
      groups.push([one.id])
      bytes = one.bytes
    }
  }
  return groups
}

/**
 * Every version of every answer that ever came, in the order of their coming, piece by piece: a script can save more than a server has memory
 * for, and what its form run is asked for must not take the others down.
 */
export const historyInPieces = async function* (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, formRunGuid }: { readonly orgId: number; readonly formRunGuid: string },
): AsyncGenerator<readonly AnswerEventTable[]> {
  const history = kysely.selectFrom('answer_event').where('org_id', '=', orgId).where('form_run_guid', '=', formRunGuid)
  const sizes = await history
    .select(['request_id as id', sql<number>`octet_length(answer) + octet_length(workings)`.as('bytes')])
    .orderBy('received_at')
    .orderBy('sequence')
    .execute()
  for (const ids of groupsOf(sizes))
    yield await history.selectAll().where('request_id', 'in', ids).orderBy('received_at').orderBy('sequence').execute()
}
