import { type Contact, longSilenceMs, mostEarlier, noteContact, silenceMs, silencesOutside } from '@sitwell/exam/ledger/contact'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { createBatches, sizesOf } from '../../db/batches.ts'
import type { Database } from '../../db/database.ts'
import type { FormRunTable, Schema } from '../../db/schema.ts'
import { runSent, sentStatement } from '../../db/sent-rows.ts'
import type { Caller } from '../../http/caller.ts'
import type { RunPlace } from '../form-run/index.ts'

/**
 * Whose request it is. Of an administrator who is signed in as the learner nothing is heard: the learner may have no connection all the
 * while, and has that time back (decision 80).
 */
export interface HeardFrom {
  readonly madeBy?: Caller['madeBy'] | undefined
}

/** Whether a request is its learner's own. */
export const isOwn = ({ madeBy }: HeardFrom): boolean => madeBy === undefined

/** The columns of a form run that say when this server, or another over the same database, heard of it. */
type ContactColumns = Pick<FormRunTable, 'heard_at' | 'silent_from' | 'silent_to' | 'earlier_silences' | 'silences'>

/** Of a form run that begins. */
export const firstContact = (nowMs: number): ContactColumns => ({
  heard_at: nowMs,
  silent_from: null,
  silent_to: null,
  earlier_silences: '',
  silences: '',
})

const silencesIn = (written: string) =>
  written.split(' ').flatMap((silence) => {
    const [fromMs, toMs] = silence.split('-').map(Number)
    return fromMs !== undefined && toMs !== undefined ? [{ fromMs, toMs }] : []
  })

const writtenSilences = (silences: Contact['silences']) => silences.map(({ fromMs, toMs }) => `${fromMs}-${toMs} `).join('')

export const contactOf = ({ heard_at, silent_from, silent_to, earlier_silences, silences }: ContactColumns): Contact => ({
  heardAtMs: heard_at ?? undefined,
  lastSilence: silent_from === null || silent_to === null ? undefined : { fromMs: silent_from, toMs: silent_to },
  earlier: silencesIn(earlier_silences),
  silences: silencesIn(silences),
})

/** What `contactOf` reads. */
const columnsOf = ({ heardAtMs, lastSilence, earlier, silences }: Contact): ContactColumns => ({
  heard_at: heardAtMs ?? null,
  silent_from: lastSilence?.fromMs ?? null,
  silent_to: lastSilence?.toMs ?? null,
  earlier_silences: writtenSilences(earlier),
  silences: writtenSilences(silences),
})

/** A form run as it were if its learner's browser were heard of at a moment: what was silence until then counts as such. */
export const withContactAt = (run: FormRunTable, nowMs: number): FormRunTable => ({
  ...run,
  ...columnsOf(noteContact(contactOf(run), nowMs, run.ends_at ?? undefined)),
})

/** Notes that a form run is heard of which a transaction has locked; answers its row as it is then. */
export const noteHeard = async (
  kysely: Kysely<Schema>,
  run: FormRunTable,
  nowMs: number,
  by: HeardFrom,
): Promise<FormRunTable> => {
  if (!isOwn(by)) return run
  const heard = withContactAt(run, nowMs)
  const { heard_at, silent_from, silent_to, earlier_silences, silences } = heard
  await kysely
    .updateTable('form_run')
    .set({ heard_at, silent_from, silent_to, earlier_silences, silences })
    .where('org_id', '=', run.org_id)
    .where('form_run_guid', '=', run.form_run_guid)
    .execute()
  return heard
}

/** A browser whose connection comes and goes for hours must not make its row ever longer; what lies over the end is kept anyway. */
const longestSilences = 4000

/** The length of a silence as it is written: a moment has 13 figures, until the year 2286. */
const writtenLength = 28

/** Those of the earlier silences that began before a moment, as SQL. All of them are as long, and the oldest comes first. */
const earlierBefore = (moment: string) => {
  const begins = Array.from({ length: mostEarlier }, (_, place) => `substr(earlier_silences, ${place * writtenLength + 1}, 13)`)
  const lengths = begins.map(
    (from) => `case when ${from} <> '' and ${from} < cast(${moment} as text) then ${writtenLength} else 0 end`,
  )
  return `substr(earlier_silences, 1, ${lengths.join(' + ')})`
}

/** With one more, and without the oldest if there were as many as are kept, as SQL. */
const withOneMore = (earlier: string, fromMs: string, toMs: string) =>
  `case when length(${earlier}) >= ${mostEarlier * writtenLength} then substr(${earlier}, ${writtenLength + 1}) else ${earlier} end
      || ${fromMs} || '-' || ${toMs} || ' '`

/**
 * `noteContact` of `packages/exam` as SQL of both databases: what an update of a form run sets, by column. `now` is the moment at
 * which something is heard, as SQL, `heard_at` where nothing is, and `since` the one from which on its connection was open, where that
 * is known. It belongs into whatever update of a form run its learner's own request makes, and costs nothing there; where a request
 * makes none, `contacts.note` does it, and clears what is kept of silences within an open connection.
 */
export const contactNow = (now: string, since = now): Readonly<Record<keyof ContactColumns, string>> => {
  const isSilence = `${since} - heard_at > ${silenceMs}`
  const isLong = `(${since} - heard_at > ${longSilenceMs} and length(silences) < ${longestSilences})`
  const isWithin = since === now ? '' : ` and silent_from < ${since}`
  const earlier = since === now ? 'earlier_silences' : earlierBefore(since)
  const wasNone = since === now ? '' : `when silent_from >= ${since} and silent_to <= ${now} then null `
  return {
    heard_at: `case when heard_at > ${now} then heard_at else ${now} end`,
    silent_from: `case when ${isSilence} then heard_at ${wasNone}else silent_from end`,
    silent_to: `case when ${isSilence} then ${since} ${wasNone}else silent_to end`,
    earlier_silences: `case when ${isSilence} and silent_to - silent_from <= ${longSilenceMs}${isWithin}
      then ${withOneMore(earlier, 'silent_from', 'silent_to')} else ${earlier} end`,
    silences: `case when ${isLong} or (${isSilence} and heard_at < ends_at and ends_at <= ${since})
      then silences || heard_at || '-' || ${since} || ' ' else silences end`,
  }
}

/** The same as text of an update, for statements that are written out. */
export const contactNowText = (now: string, since = now): string =>
  Object.entries(contactNow(now, since))
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ')

/** The same for a query builder, at a moment that is known. */
export const heardAt = (nowMs: number, by: HeardFrom) => {
  if (!isOwn(by)) return {}
  const { heard_at, silent_from, silent_to, earlier_silences, silences } = contactNow(`cast(${Math.trunc(nowMs)} as bigint)`)
  return {
    heard_at: sql<number>`${sql.raw(heard_at)}`,
    silent_from: sql<number>`${sql.raw(silent_from)}`,
    silent_to: sql<number>`${sql.raw(silent_to)}`,
    earlier_silences: sql<string>`${sql.raw(earlier_silences)}`,
    silences: sql<string>`${sql.raw(silences)}`,
  }
}

/** Notes that a form run was heard of. */
export interface Contacts {
  /**
   * The learner's own browser said something, whatever it was: for requests that don't write the form run anyway. Resolves when it is
   * noted, or was a moment ago. `sinceMs`: it came over a connection that has been open since then.
   */
  note(place: RunPlace, by: HeardFrom, atMs?: number, sinceMs?: number): Promise<void>
  /** The same was written already, by a save say: it need not be noted again. */
  noted(place: RunPlace, by: HeardFrom): void
}

/** A moment ago is noted well enough: a third of what counts as silence. */
const notedAgainMs = 1000

interface WrittenContact extends RunPlace {
  readonly atMs: number
  readonly sinceMs: number
}

const keyOf = ({ orgId, formRunGuid }: RunPlace) => `${orgId}/${formRunGuid}`

/** What was kept as a silence, and is within a connection that was open all the time, goes: unless the row has changed since. */
const clearSilences = async (
  kysely: Kysely<Schema>,
  { orgId, formRunGuid, sinceMs, atMs }: WrittenContact,
  written: string,
) => {
  if (sinceMs === atMs) return
  const silences = writtenSilences(silencesOutside(silencesIn(written), sinceMs, atMs))
  if (silences === written) return
  await kysely
    .updateTable('form_run')
    .set({ silences })
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .where('silences', '=', written)
    .execute()
}

export const contactsStatement = sentStatement<WrittenContact>(
  'write-contacts',
  {
    of_org: ['bigint', ({ orgId }) => orgId],
    of_run: ['text', ({ formRunGuid }) => formRunGuid],
    now_ms: ['bigint', ({ atMs }) => atMs],
    since_ms: ['bigint', ({ sinceMs }) => sinceMs],
  },
  (told) => `update form_run set ${contactNowText('told.now_ms', 'told.since_ms')} from ${told}
    where form_run_guid = told.of_run and org_id + 0 = told.of_org
    returning org_id, form_run_guid, silences`,
)

const writeTogether = async (database: Database, heard: readonly WrittenContact[]): Promise<undefined[]> => {
  // What the statement returns.
  const written = (await runSent(database, contactsStatement, heard)) as Pick<
    FormRunTable,
    'org_id' | 'form_run_guid' | 'silences'
  >[]
  const silencesOf = new Map(
    written.map(({ org_id, form_run_guid, silences }) => [keyOf({ orgId: org_id, formRunGuid: form_run_guid }), silences]),
  )
  for (const one of heard) await clearSilences(database.kysely, one, silencesOf.get(keyOf(one)) ?? '')
  return heard.map(() => undefined)
}

export const createContacts = (database: Database, clock: Clock): Contacts => {
  const lastMs = new Map<string, number>()
  const write = createBatches<WrittenContact, undefined>({
    ...sizesOf(database.dialect),
    keyOf,
    run: (heard) => writeTogether(database, heard),
  })
  const remember = (place: RunPlace, atMs: number) => {
    if (lastMs.size > 50_000) lastMs.clear()
    lastMs.set(keyOf(place), atMs)
  }
  return {
    note: async ({ orgId, formRunGuid }, by, atMs = clock.nowMs(), sinceMs = atMs) => {
      if (!isOwn(by)) return
      const place = { orgId, formRunGuid }
      const before = lastMs.get(keyOf(place))
      // What an open connection shows says more than that something was heard.
      if (sinceMs === atMs && before !== undefined && atMs - before < notedAgainMs) return
      remember(place, atMs)
      await write({ ...place, atMs, sinceMs })
    },
    noted: (place, by) => {
      if (isOwn(by)) remember(place, clock.nowMs())
    },
  }
}
