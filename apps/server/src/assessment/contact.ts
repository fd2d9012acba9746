import { type Contact, longSilenceMs, noteContact, silenceMs } from '@sitwell/exam/contact'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { createBatches, sizesOf } from '../db/batches.ts'
import type { Database } from '../db/database.ts'
import type { FormRunTable, Schema } from '../db/schema.ts'
import type { RunPlace } from './ledger-queries.ts'

/** The columns of a form run that say when this server, or another over the same database, heard of it. */
type ContactColumns = Pick<FormRunTable, 'heard_at' | 'silent_from' | 'silent_to' | 'silences'>

/** Of a form run that begins. */
export const firstContact = (nowMs: number): ContactColumns => ({
  heard_at: nowMs,
  silent_from: null,
  silent_to: null,
  silences: '',
})

export const contactOf = ({ heard_at, silent_from, silent_to, silences }: ContactColumns): Contact => ({
  heardAtMs: heard_at ?? undefined,
  lastSilence: silent_from === null || silent_to === null ? undefined : { fromMs: silent_from, toMs: silent_to },
  silences: silences.split(' ').flatMap((written) => {
    const [fromMs, toMs] = written.split('-').map(Number)
    return fromMs !== undefined && toMs !== undefined ? [{ fromMs, toMs }] : []
  }),
})

/** What `contactOf` reads. */
const columnsOf = ({ heardAtMs, lastSilence, silences }: Contact): ContactColumns => ({
  heard_at: heardAtMs ?? null,
  silent_from: lastSilence?.fromMs ?? null,
  silent_to: lastSilence?.toMs ?? null,
  silences: silences.map(({ fromMs, toMs }) => `${fromMs}-${toMs} `).join(''),
})

/** Notes that a form run is heard of which a transaction has locked; answers its row as it is then. */
export const noteHeard = async (kysely: Kysely<Schema>, run: FormRunTable, nowMs: number): Promise<FormRunTable> => {
  const heard = columnsOf(noteContact(contactOf(run), nowMs, run.ends_at ?? undefined))
  await kysely
    .updateTable('form_run')
    .set(heard)
    .where('org_id', '=', run.org_id)
    .where('form_run_guid', '=', run.form_run_guid)
    .execute()
  return { ...run, ...heard }
}

/** A browser whose connection comes and goes for hours must not make its row ever longer; what lies over the end is kept all the same. */
const longestSilences = 4000

/**
 * `noteContact` of `packages/exam` as SQL of both databases: what an update of a form run sets, by column. `now` is the moment at
 * which something is heard, as SQL. It belongs into whatever update of a form run its learner's own request makes, and costs nothing
 * there; where a request makes none, `contacts.note` does it.
 */
export const heardNow = (now: string): Readonly<Record<keyof ContactColumns, string>> => {
  const isSilence = `${now} - heard_at > ${silenceMs}`
  const isLong = `(${now} - heard_at > ${longSilenceMs} and length(silences) < ${longestSilences})`
  return {
    heard_at: `case when heard_at > ${now} then heard_at else ${now} end`,
    silent_from: `case when ${isSilence} then heard_at else silent_from end`,
    silent_to: `case when ${isSilence} then ${now} else silent_to end`,
    silences: `case when ${isLong} or (${isSilence} and heard_at < ends_at and ends_at <= ${now})
      then silences || heard_at || '-' || ${now} || ' ' else silences end`,
  }
}

/** The same as text of an update, for statements that are written out. */
export const heardNowText = (now: string): string =>
  Object.entries(heardNow(now))
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ')

/** The same for a query builder, at a moment that is known. */
export const heardAt = (nowMs: number) => {
  const { heard_at, silent_from, silent_to, silences } = heardNow(`cast(${Math.trunc(nowMs)} as bigint)`)
  return {
    heard_at: sql<number>`${sql.raw(heard_at)}`,
    silent_from: sql<number>`${sql.raw(silent_from)}`,
    silent_to: sql<number>`${sql.raw(silent_to)}`,
    silences: sql<string>`${sql.raw(silences)}`,
  }
}

/** Notes that a form run was heard of. */
export interface Contacts {
  /**
   * The learner's own browser said something, whatever it was: for requests that don't write the form run anyway. Resolves when it is
   * noted, or was a moment ago.
   */
  note(place: RunPlace, atMs?: number): Promise<void>
  /** The same was written already, by a save say: it need not be noted once more. */
  noted(place: RunPlace): void
}

/** A moment ago is noted well enough: a third of what counts as silence. */
const notedAgainMs = 1000

interface Heard extends RunPlace {
  readonly atMs: number
}

const keyOf = ({ orgId, formRunGuid }: RunPlace) => `${orgId}/${formRunGuid}`

const writeTogether = async ({ kysely }: Database, heard: readonly Heard[]): Promise<undefined[]> => {
  const rows = heard.map(
    ({ orgId, formRunGuid, atMs }) => sql`(cast(${orgId} as bigint), cast(${formRunGuid} as text), cast(${atMs} as bigint))`,
  )
  await sql`
    with told (of_org, of_run, now_ms) as (values ${sql.join(rows)})
    update form_run set ${sql.raw(heardNowText('told.now_ms'))} from told
    where org_id = told.of_org and form_run_guid = told.of_run`.execute(kysely)
  return heard.map(() => undefined)
}

export const createContacts = (database: Database, clock: Clock): Contacts => {
  const lastMs = new Map<string, number>()
  const write = createBatches<Heard, undefined>({
    ...sizesOf(database.dialect),
    keyOf,
    run: (heard) => writeTogether(database, heard),
  })
  const remember = (place: RunPlace, atMs: number) => {
    if (lastMs.size > 50_000) lastMs.clear()
    lastMs.set(keyOf(place), atMs)
  }
  return {
    note: async ({ orgId, formRunGuid }, atMs = clock.nowMs()) => {
      const place = { orgId, formRunGuid }
      const before = lastMs.get(keyOf(place))
      if (before !== undefined && atMs - before < notedAgainMs) return
      remember(place, atMs)
      await write({ ...place, atMs })
    },
    noted: (place) => remember(place, clock.nowMs()),
  }
}
