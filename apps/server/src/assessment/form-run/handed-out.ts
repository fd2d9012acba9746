import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { createBatches, sizesOf } from '../../db/batches.ts'
import type { Database } from '../../db/database.ts'
import type { ScheduleTable, Schema } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import type { ServerLog } from '../../server-log.ts'

/** A moment at which an exam's content was given out before its form run began. */
export interface HandedOut {
  readonly atMs: number
  /** Guid of the administrator who was signed in as the learner; undefined if it was the learner. */
  readonly admin?: string | undefined
}

/** Characters of a session's id that distinguish it from the learner's other sessions. */
const sessionLength = 8
/** Moments that are stored for a schedule: the first ones, because the exam could be read from then on. */
const mostMoments = 50

const lineOf = ({ sessionId, madeBy }: Pick<Caller, 'sessionId' | 'madeBy'>, atMs: number) =>
  [Math.trunc(atMs), sessionId.slice(0, sessionLength), ...(madeBy === undefined ? [] : [madeBy])].join(' ')

const linesOf = (written: string | null) => (written ?? '').split('\n').filter((line) => line !== '')

/** The moments that a schedule's row has, the earliest first. */
export const handedOutOf = ({ handed_out }: Pick<ScheduleTable, 'handed_out'>): HandedOut[] =>
  linesOf(handed_out).map((line) => {
    const [at, , admin] = line.split(' ')
    return { atMs: Number(at), ...(admin !== undefined && { admin }) }
  })

/** Whether a schedule gets one more moment: one for each session, and `mostMoments` in all. */
const isNews = (written: string | null, sessionId: string): boolean => {
  const lines = linesOf(written)
  const session = sessionId.slice(0, sessionLength)
  return lines.length < mostMoments && !lines.some((line) => line.split(' ')[1] === session)
}

interface Note {
  readonly org_id: number
  readonly schedule_guid: string
  readonly sessionId: string
  readonly line: string
}

const writeNote = async (transaction: Kysely<Schema>, { org_id, schedule_guid, sessionId, line }: Note) => {
  const update = transaction.updateTable('schedule').where('org_id', '=', org_id).where('schedule_guid', '=', schedule_guid)
  // This locks the row until the transaction ends, so that nobody adds a line in between.
  const held = await update
    .set(({ ref }) => ({ handed_out: ref('handed_out') }))
    .returning('handed_out')
    .executeTakeFirst()
  if (!held || !isNews(held.handed_out, sessionId)) return
  await update.set({ handed_out: sql<string>`coalesce(handed_out, '') || ${`${line}\n`}` }).execute()
}

/** All servers lock rows in the same order, so that none waits for another in a circle. */
const inOrder = (notes: readonly Note[]) => notes.toSorted((one, other) => (one.schedule_guid < other.schedule_guid ? -1 : 1))

interface NotesContext {
  readonly database: Database
  readonly clock: Clock
  readonly log: ServerLog
}

/**
 * Stores that the content of an exam was given out before its form run began; the first event of the ledger repeats it. If the database can't
 * be written, this is logged only: nobody is kept out of an exam for it.
 */
export const createHandedOutNotes = ({ database, clock, log }: NotesContext) => {
  const write = createBatches<Note, undefined>({
    ...sizesOf(database.dialect),
    keyOf: ({ org_id, schedule_guid }) => `${org_id}/${schedule_guid}`,
    run: (notes) =>
      database.kysely.transaction().execute(async (transaction) => {
        for (const note of inOrder(notes)) await writeNote(transaction, note)
        return notes.map(() => undefined)
      }),
  })
  return async (
    { org_id, schedule_guid, handed_out }: Pick<ScheduleTable, 'org_id' | 'schedule_guid' | 'handed_out'>,
    caller: Caller,
  ): Promise<void> => {
    const { sessionId } = caller
    if (!isNews(handed_out, sessionId)) return
    await write({ org_id, schedule_guid, sessionId, line: lineOf(caller, clock.nowMs()) }).catch((error: unknown) => {
      log.error(
        { event: 'handed-out-not-stored', err: error, scheduleGuid: schedule_guid },
        'the time at which an exam was handed out before its start could not be stored',
      )
    })
  }
}
