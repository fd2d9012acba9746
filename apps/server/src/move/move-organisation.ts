import type { Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { deleteMove, selectMove, writeMove } from '../db/moved-organisations.ts'
import type { Schema } from '../db/schema.ts'
import { recordOrigin } from '../generation/organisation-origins.ts'
import { blockWrites, unblockWrites } from './block-writes.ts'
import { differences, differentFindings, type Verified, verifyAll } from './compare.ts'
import { openSittings } from './open-sittings.ts'
import { insertRows, pagesOf, summing, sumOf, type TableSum } from './organisation-rows.ts'
import { type OrganisationTable, organisationTables } from './organisation-tables.ts'
import { takenAddresses } from './taken-addresses.ts'

/** A move that can't be, or can't be now; what is here is served as before. */
export class NotMoved extends Error {}

export interface Move {
  readonly from: Database
  readonly to: Database
  /** What the other database is called here from now on, without a password. */
  readonly target: string
  readonly orgId: number
  readonly clock: Clock
}

export interface Moved {
  readonly tables: readonly TableSum[]
  readonly verified: Verified
  /** All of it stood there already: an earlier move was broken off behind its last step there. */
  readonly wasThere: boolean
}

const refuseWhileSomebodySits = async ({ from, orgId, clock }: Move) => {
  const { exams, lessons } = await openSittings(from, orgId, clock.nowMs())
  if (exams + lessons > 0)
    throw new NotMoved(
      `Somebody sits: ${exams} exams and ${lessons} lessons of organisation ${orgId} are under way. Try again later.`,
    )
}

/** Whether the other database may take it: it has nothing of the organisation, or all that a move left there. */
const hasItAlready = async ({ to, orgId }: Move) =>
  (await to.kysely.selectFrom('organisation').select('org_id').where('org_id', '=', orgId).executeTakeFirst()) !== undefined

const refuseTakenAddresses = async ({ from, to, orgId }: Move) => {
  const taken = await takenAddresses(from, to, orgId)
  if (taken.length > 0) throw new NotMoved(`The other database has an organisation with ${taken.join(', ')} already.`)
}

/** Whoever opens another database for writing is there alone on SQLite, and beside all others on PostgreSQL. */
const copyAll = async (move: Move, tables: readonly OrganisationTable[], there: Transaction<Schema>): Promise<TableSum[]> => {
  const sums: TableSum[] = []
  for (const table of tables) {
    const { add, sum } = summing(table)
    for await (const page of pagesOf(move.from.kysely, table, move.orgId)) {
      add(page)
      await insertRows(there, table, page)
    }
    sums.push(sum())
  }
  return sums
}

/** Throws where what is there isn't what is here. */
const compareAll = async (
  { from, orgId, clock }: Move,
  tables: readonly OrganisationTable[],
  { here, there }: { here: readonly TableSum[]; there: Database },
): Promise<Verified> => {
  const sums: TableSum[] = []
  for (const table of tables) sums.push(await sumOf(there.kysely, table, orgId))
  const [before, after] = [await verifyAll(from, orgId, clock), await verifyAll(there, orgId, clock)]
  const different = [...differences(here, sums), ...differentFindings(before, after)]
  if (different.length > 0) throw new NotMoved(`What came there is not what is here: ${different.slice(0, 5).join('; ')}.`)
  return after
}

const sumAll = async ({ from, orgId }: Move, tables: readonly OrganisationTable[]) => {
  const sums: TableSum[] = []
  for (const table of tables) sums.push(await sumOf(from.kysely, table, orgId))
  return sums
}

/** One transaction there: all of it, compared, or nothing. */
const copyAndCompare = async (move: Move, tables: readonly OrganisationTable[]): Promise<Moved> => {
  // It was here before: what kept its rows from being written has to let them in.
  if (await selectMove(move.to, move.orgId)) await unblockWrites(move.to, tables, move.orgId)
  return move.to.kysely.transaction().execute(async (kysely) => {
    const here = await copyAll(move, tables, kysely)
    const verified = await compareAll(move, tables, { here, there: { ...move.to, kysely } })
    await deleteMove(kysely, move.orgId)
    return { tables: here, verified, wasThere: false }
  })
}

const compareAgain = async (move: Move, tables: readonly OrganisationTable[]): Promise<Moved> => {
  const here = await sumAll(move, tables)
  return { tables: here, verified: await compareAll(move, tables, { here, there: move.to }), wasThere: true }
}

const refuseWhatCanNot = async (move: Move) => {
  const { from, to, orgId, target } = move
  const known = await from.kysely.selectFrom('organisation').select('org_id').where('org_id', '=', orgId).executeTakeFirst()
  const before = await selectMove(from, orgId)
  if (before?.state === 'moved' || before?.state === 'removed')
    throw new NotMoved(`Organisation ${orgId} has already moved to ${before.target}.`)
  if (!known) throw new NotMoved(`There is no organisation ${orgId} here.`)
  if (before && before.target !== target)
    throw new NotMoved(
      `A move of organisation ${orgId} to ${before.target} was broken off: go on with that one, or undo it first.`,
    )
  const there = await selectMove(to, orgId)
  if (there && there.state !== 'removed')
    throw new NotMoved(
      `The other database still has rows of organisation ${orgId} from before it moved away: remove them there first.`,
    )
  const isThere = await hasItAlready(move)
  if (isThere && !before) throw new NotMoved(`The other database has an organisation ${orgId} already.`)
  if (!isThere) await refuseTakenAddresses(move)
  return { isGoingOn: before !== undefined, isThere }
}

/** Serves the organisation from here again, if nothing of it came there. */
const giveUp = async ({ from, orgId }: Move, tables: readonly OrganisationTable[]) => {
  await unblockWrites(from, tables, orgId)
  await deleteMove(from.kysely, orgId)
}

/**
 * Takes an organisation with all that is its own to another database while nobody sits: from its mark on, nothing of it is served or
 * written here. Compared there row by row before it counts. Throws a {@link NotMoved} where it can't be; what is here is served as before
 * then. A move that was broken off (power, a kill) is gone on with by the same command.
 */
export const moveOrganisation = async (move: Move): Promise<Moved> => {
  const { from, orgId, target, clock } = move
  const { isThere } = await refuseWhatCanNot(move)
  if (!isThere) await refuseWhileSomebodySits(move)
  const tables = await organisationTables(from)
  // What is signed for its people continues to hold; of one that is there already all rows were compared as they are.
  if (!isThere) await recordOrigin(from, orgId)
  await writeMove(from, { orgId, state: 'moving', target }, clock)
  const moved = isThere ? await compareAgain(move, tables) : await keepAndCopy(move, tables)
  await writeMove(from, { orgId, state: 'moved', target }, clock)
  return moved
}

const keepAndCopy = async (move: Move, tables: readonly OrganisationTable[]): Promise<Moved> => {
  try {
    await blockWrites(move.from, tables, move.orgId)
    // Somebody may have begun since.
    await refuseWhileSomebodySits(move)
    return await copyAndCompare(move, tables)
  } catch (error) {
    // A commit whose reply was lost may have been made: then it is there, and continuing finds it.
    if (!(await hasItAlready(move).catch(() => true))) await giveUp(move, tables)
    throw error
  }
}

/** Gives a move up that was broken off before all of it was there. Throws a {@link NotMoved} where there is none, or all of it is. */
export const undoMove = async (move: Move): Promise<void> => {
  const before = await selectMove(move.from, move.orgId)
  if (before?.state !== 'moving') throw new NotMoved(`No move of organisation ${move.orgId} was broken off.`)
  if (before.target !== move.target) throw new NotMoved(`It was on its way to ${before.target}: name that database.`)
  if (await hasItAlready(move)) throw new NotMoved('All of it is there: go on with the move.')
  await giveUp(move, await organisationTables(move.from))
}
