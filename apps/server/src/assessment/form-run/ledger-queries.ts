import { beginningOf } from '@sitwell/exam/evidence/chain'
import { isAboutMarks, type LedgerEvent, resultSetWhats, resultsWhats, supervisionWhats } from '@sitwell/exam/ledger/ledger'
import { supports } from '@sitwell/exam/paper/explanations'
import type { PartWindow } from '@sitwell/exam/parts/part-windows'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import { ownedRowsTogether } from '../../db/read-together.ts'
import type { FormRunEventTable, FormRunPartTable, FormRunTable, Schema } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'
import { digestOfPieces, type HistoryDigest } from './history-digest.ts'
import { historyInPieces } from './history-pieces.ts'
import { type ChainOwner, ledgerEntry, ledgerSeed, linkEvents, type UnlinkedEvent } from './ledger-chain.ts'

/** Names a form run. */
export interface RunPlace {
  readonly orgId: number
  readonly formRunGuid: string
}

const ownTime = z.object({
  examMs: z.number(),
  parts: z.array(z.object({ partId: z.string(), ms: z.number() })),
  restMs: z.number().optional(),
})

const presets = z.object({
  textPercent: z.number().optional(),
  theme: z.string().optional(),
  supports: z.array(z.enum(supports)).optional(),
  opened: z.array(z.enum(supports)).optional(),
})

const detailed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    partId: z.string().optional(),
    usedMs: z.number().optional(),
    isSealed: z.boolean().optional(),
    handedOut: z.array(z.object({ agoMs: z.number(), admin: z.string().optional() })).optional(),
  }),
  z.object({ kind: z.literal('resume'), agoMs: z.number().optional() }),
  z.object({ kind: z.enum(['pause', 'extension-decline', 'extension-withdraw']) }),
  z.object({ kind: z.literal('extension-request'), resumes: z.boolean().optional() }),
  z.object({ kind: z.literal('complete-part'), partId: z.string(), sequence: z.number().optional() }),
  z.object({
    kind: z.literal('enter'),
    partId: z.string(),
    sequence: z.number().optional(),
    agoMs: z.number().optional(),
  }),
  z.object({ kind: z.enum(['skip-reading', 'part-key']), partId: z.string() }),
  z.object({ kind: z.literal('part-decision'), partId: z.string(), isAsked: z.boolean() }),
  z.object({
    kind: z.literal('attempt'),
    questionId: z.string(),
    sequence: z.number().optional(),
    ending: z.string().optional(),
    isLast: z.boolean(),
  }),
  z.object({ kind: z.enum(['resume-offer', 'rest-break']), withinMs: z.number() }),
  z.object({ kind: z.literal('extension'), byMs: z.number(), withinMs: z.number().optional() }),
  z.object({ kind: z.literal('extra-time'), byMs: z.number() }),
  z.object({
    kind: z.literal('accommodation'),
    of: z.array(z.object({ id: z.string(), version: z.number() })),
    before: ownTime.optional(),
    after: ownTime,
    presets: presets.optional(),
    presetsBefore: presets.optional(),
  }),
  z.object({ kind: z.literal('absence'), byMs: z.number(), untilMs: z.number().optional() }),
  z.object({ kind: z.literal('complete'), because: z.enum(['chosen', 'time-over', 'server']) }),
  z.object({ kind: z.literal('reopen'), byMs: z.number(), text: z.string(), toldAtMs: z.number().optional() }),
  z.object({
    kind: z.literal('hand-in'),
    from: z.string(),
    answers: z.number(),
    used: z.array(z.object({ partId: z.string().optional(), ms: z.number(), isAnswering: z.boolean().optional() })),
    sequence: z.number().optional(),
    file: z.object({ hash: z.string(), madeAt: z.string(), isSealed: z.boolean() }).optional(),
  }),
  z.object({
    kind: z.literal('supervision'),
    provider: z.string(),
    what: z.enum(supervisionWhats),
    text: z.string(),
    agoMs: z.number().optional(),
  }),
  z.object({
    kind: z.literal('file'),
    what: z.enum(['announced', 'arrived', 'refused', 'deleted']),
    fileGuid: z.string(),
    sha256: z.string(),
    bytes: z.number(),
  }),
  z.object({ kind: z.literal('print'), questionId: z.string() }),
  z.object({ kind: z.literal('results'), what: z.enum(resultsWhats), text: z.string() }),
  z.object({ kind: z.literal('result-set'), what: z.enum(resultSetWhats), set: z.number(), hash: z.string() }),
  z.object({
    kind: z.literal('mark'),
    questionId: z.string(),
    part: z.string(),
    entry: z.number(),
    head: z.string(),
  }),
  z.object({ kind: z.literal('note'), note: z.number(), hash: z.string() }),
  z.object({ kind: z.literal('incident'), text: z.string(), category: z.string().optional() }),
])

const requested = z.object({ requestId: z.string().optional(), admin: z.string().optional() })

/** An event of a ledger as it was written, with its number and its author. */
export type WrittenEvent = LedgerEvent &
  Pick<FormRunEventTable, 'number' | 'author'> & {
    /** Of the request that wrote it, so that the same one again writes nothing. */
    readonly requestId?: string | undefined
    /** Guid of the administrator who was signed in as the author. */
    readonly admin?: string | undefined
  }

const toEvent = ({ kind, at, author, number, details }: FormRunEventTable): WrittenEvent => {
  // Written by this server from events of this very form; anything else is a bug, and throws.
  const read = { ...(JSON.parse(details) as object), kind }
  return { ...detailed.parse(read), ...requested.parse(read), atMs: at, author, number }
}

/** The ledgers of form runs of one organisation, each in the order in which it was written. */
export const selectLedgers = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
  formRunGuids: readonly string[],
): Promise<ReadonlyMap<string, WrittenEvent[]>> => {
  const rows: FormRunEventTable[] = []
  // A statement takes a limited number of values; an exam may be sat by thousands.
  for (let index = 0; index < formRunGuids.length; index += 500)
    rows.push(
      ...(await kysely
        .selectFrom('form_run_event')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('form_run_guid', 'in', formRunGuids.slice(index, index + 500))
        .orderBy('form_run_guid')
        .orderBy('number')
        .execute()),
    )
  const byRun = Map.groupBy(rows, (row) => row.form_run_guid)
  return new Map([...byRun].map(([guid, events]) => [guid, events.map(toEvent)]))
}

export const selectLedger = async (
  database: Pick<Database, 'kysely'>,
  { orgId, formRunGuid }: RunPlace,
): Promise<WrittenEvent[]> => (await selectLedgers(database, orgId, [formRunGuid])).get(formRunGuid) ?? []

const ledgers = ownedRowsTogether({
  table: 'form_run_event',
  column: 'form_run_guid',
  read: ({ kysely }, isAsked) => kysely.selectFrom('form_run_event').selectAll().where(isAsked).orderBy('number').execute(),
})

/** The ledger of a form run, read with those of others that are asked for at the same moment; not within a transaction. */
export const selectLedgerTogether = async (database: Database, place: RunPlace): Promise<WrittenEvent[]> =>
  (await ledgers(database, place.orgId, place.formRunGuid)).map(toEvent)

const toRow = (
  { orgId, formRunGuid }: RunPlace,
  { kind, atMs, author, number, ...details }: WrittenEvent & { readonly history?: HistoryDigest },
): UnlinkedEvent => ({
  org_id: orgId,
  form_run_guid: formRunGuid,
  number,
  kind,
  at: atMs,
  author,
  details: JSON.stringify(details),
})

/** The rows of a ledger, in the order of their numbers. */
export const selectEventRows = (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, formRunGuid }: RunPlace,
): Promise<FormRunEventTable[]> =>
  kysely
    .selectFrom('form_run_event')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .orderBy('number')
    .execute()

/** Events as the first rows of the ledger of a form run, linked to its own facts. */
export const firstRows = (run: ChainOwner, events: readonly WrittenEvent[]): FormRunEventTable[] =>
  linkEvents(
    ledgerSeed(run),
    events.map((event) => toRow({ orgId: run.org_id, formRunGuid: run.form_run_guid }, event)),
  )

/** What the next event links to. Where events are from before there was a chain, it begins with a seal over all of them. */
const lastLink = async (kysely: Kysely<Schema>, run: FormRunTable): Promise<string> => {
  if (run.ledger_hash !== null) return run.ledger_hash
  const held = await selectEventRows({ kysely }, { orgId: run.org_id, formRunGuid: run.form_run_guid })
  return beginningOf(ledgerSeed(run), held.map(ledgerEntry), sha256)
}

/**
 * What the ledger says of the history of saves, where it says anything of it: with each completion, and with all that is written once
 * a form run is completed, but for marks and result sets. With each event it would be too much to read while the exam is sat, and while it is marked.
 */
const historyWith = async (
  kysely: Kysely<Schema>,
  run: FormRunTable,
  events: readonly WrittenEvent[],
): Promise<{ readonly history?: HistoryDigest }> => {
  if (run.completed_at === null && !events.some(({ kind }) => kind === 'complete')) return {}
  if (events.every(({ kind }) => isAboutMarks(kind))) return {}
  return { history: await digestOfPieces(historyInPieces({ kysely }, { orgId: run.org_id, formRunGuid: run.form_run_guid })) }
}

/** Events as the next rows of the ledger of a form run that is locked, each linked to the one before it. */
export const nextRows = async (
  kysely: Kysely<Schema>,
  run: FormRunTable,
  events: readonly WrittenEvent[],
): Promise<FormRunEventTable[]> => {
  const place = { orgId: run.org_id, formRunGuid: run.form_run_guid }
  const history = await historyWith(kysely, run, events)
  return linkEvents(
    await lastLink(kysely, run),
    events.map((event) => toRow(place, { ...event, ...history })),
  )
}

export const insertEvents = async (kysely: Kysely<Schema>, rows: readonly FormRunEventTable[]): Promise<void> => {
  if (rows.length > 0)
    await kysely
      .insertInto('form_run_event')
      .values([...rows])
      .execute()
}

/** The form run, held until the transaction ends: whoever writes to its ledger too waits. */
export const lockFormRun = (kysely: Kysely<Schema>, { orgId, formRunGuid }: RunPlace): Promise<FormRunTable | undefined> =>
  kysely
    .updateTable('form_run')
    .set((set) => ({ last_event: set.ref('last_event') }))
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .returningAll()
    .executeTakeFirst()

/** Several of them. Who locks many at once does so from one place at a time, so that no two wait for each other. */
export const lockFormRuns = (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  orgId: number,
  guids: readonly string[],
): Promise<FormRunTable[]> =>
  guids.length === 0
    ? Promise.resolve([])
    : kysely
        .updateTable('form_run')
        .set((set) => ({ last_event: set.ref('last_event') }))
        .where('org_id', '=', orgId)
        .where(isOneOf(dialect, 'form_run_guid', guids, (guid) => guid))
        .returningAll()
        .execute()

/**
 * Those of them that no other transaction holds; the others are left out rather than waited for. So a transaction that holds many waits for no other, and is in no deadlock with a save
 * that writes several form runs. SQLite has one writer, and leaves out none.
 */
export const lockFreeFormRuns = (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  orgId: number,
  guids: readonly string[],
): Promise<FormRunTable[]> =>
  dialect === 'sqlite'
    ? lockFormRuns({ kysely, dialect }, orgId, guids)
    : kysely
        .selectFrom('form_run')
        .selectAll()
        .where('org_id', '=', orgId)
        .where(isOneOf(dialect, 'form_run_guid', guids, (guid) => guid))
        .forUpdate()
        .skipLocked()
        .execute()

export const selectExtraMs = async (
  { kysely }: Pick<Database, 'kysely'>,
  run: Pick<FormRunTable, 'org_id' | 'schedule_guid'>,
) => {
  const row = await kysely
    .selectFrom('schedule')
    .select('extra_time_seconds')
    .where('org_id', '=', run.org_id)
    .where('schedule_guid', '=', run.schedule_guid)
    .executeTakeFirst()
  return (row?.extra_time_seconds ?? 0) * 1000
}

/** Puts what the ledger makes of the parts in the place of what was held. */
export const replaceParts = async (
  kysely: Kysely<Schema>,
  { orgId, formRunGuid }: RunPlace,
  windows: ReadonlyMap<string, PartWindow>,
): Promise<void> => {
  await kysely.deleteFrom('form_run_part').where('org_id', '=', orgId).where('form_run_guid', '=', formRunGuid).execute()
  await insertPartRows(kysely, partRows({ orgId, formRunGuid }, windows))
}

/** What the ledger makes of the parts, as rows. */
export const partRows = (
  { orgId, formRunGuid }: RunPlace,
  windows: ReadonlyMap<string, PartWindow>,
): readonly FormRunPartTable[] =>
  [...windows].map(([part_id, { opensAtMs, endsAtMs, lastSequence }]) => ({
    org_id: orgId,
    form_run_guid: formRunGuid,
    part_id,
    ends_at: endsAtMs ?? null,
    opens_at: opensAtMs ?? null,
    last_sequence: lastSequence ?? null,
  }))

export const insertPartRows = async (kysely: Kysely<Schema>, rows: readonly FormRunPartTable[]): Promise<void> => {
  if (rows.length > 0)
    await kysely
      .insertInto('form_run_part')
      .values([...rows])
      .execute()
}

/** The windows of parts, by their rows. */
export const windowsOf = (rows: readonly FormRunPartTable[]): ReadonlyMap<string, PartWindow> =>
  new Map(
    rows.map(({ part_id, ends_at, opens_at, last_sequence }) => [
      part_id,
      { opensAtMs: opens_at ?? undefined, endsAtMs: ends_at ?? undefined, lastSequence: last_sequence ?? undefined },
    ]),
  )

/** The windows of the parts of a form run, as its ledger was last worked out. */
export const selectPartWindows = async (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, formRunGuid }: RunPlace,
): Promise<ReadonlyMap<string, PartWindow>> => {
  const rows = await kysely
    .selectFrom('form_run_part')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .execute()
  return windowsOf(rows)
}
