import { randomBytes } from 'node:crypto'
import type { MarkEntry, NewMarkEntry } from '@sitwell/exam/marks-ledger/mark-entry'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Database } from '../../db/database.ts'
import type { FormRunTable, MarkEntryTable, Schema } from '../../db/schema.ts'
import type { RunPlace } from '../form-run/index.ts'
import { detailsHashOf, entrySeed, keyOfResponse, linkEntry, type ResponseName } from './entry-chain.ts'

const billionths = z.int()
const seen = { sequence: z.int().optional(), files: z.string() }
const marking = {
  ...seen,
  marks: billionths,
  scheme: z.object({ version: z.int(), points: z.record(z.string(), billionths) }).optional(),
  comment: z.string().optional(),
  learnerComment: z.string().optional(),
}
const reason = z.string()

const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mark'), ...marking, basedOn: z.int(), flag: z.literal(true).optional() }),
  z.object({ kind: z.literal('cannot'), ...seen, basedOn: z.int(), reason }),
  z.object({ kind: z.enum(['adjudicate', 'moderate']), ...marking, reason }),
  z.object({ kind: z.enum(['return', 'neutralise', 'review-opened', 'review-closed']), reason }),
  z.object({ kind: z.literal('take-back'), returned: z.int(), reason }),
  z.object({ kind: z.literal('regrade'), key: z.string() }),
])

/** What an entry says; undefined of one that was erased, or that somebody made unreadable, which a check of the evidence tells. */
export const entryOfRow = ({ number, author, at, kind, details }: MarkEntryTable): MarkEntry | undefined => {
  if (details === null) return undefined
  try {
    const read = said.safeParse({ ...(JSON.parse(details) as object), kind })
    return read.success ? { ...read.data, number, author, atMs: at } : undefined
  } catch {
    return undefined
  }
}

/** The entries of a form run, of one question or of all, each ledger in its order. */
export const selectEntryRows = (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, formRunGuid }: RunPlace,
  questionId?: string,
): Promise<MarkEntryTable[]> =>
  kysely
    .selectFrom('mark_entry')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .$if(questionId !== undefined, (all) => all.where('question_id', '=', questionId ?? ''))
    .orderBy('question_id')
    .orderBy('part')
    .orderBy('number')
    .execute()

/** The entries of responses by {@link keyOfResponse}, those alone that can be read. */
export type EntriesOfRun = ReadonlyMap<string, readonly MarkEntry[]>

/** Entries as they are evaluated. */
export const entriesByResponse = (rows: readonly MarkEntryTable[]): EntriesOfRun => {
  const grouped = Map.groupBy(rows, ({ question_id, part }) => keyOfResponse({ questionId: question_id, part }))
  return new Map([...grouped].map(([key, some]) => [key, some.flatMap((row) => entryOfRow(row) ?? [])]))
}

/** The row that came with a request id before. */
export const selectByRequest = (
  kysely: Kysely<Schema>,
  { orgId, formRunGuid }: RunPlace,
  requestId: string,
): Promise<MarkEntryTable | undefined> =>
  kysely
    .selectFrom('mark_entry')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

const detailsOf = ({ kind: _, ...details }: NewMarkEntry): string => JSON.stringify(details)

/** Whether a row says this: of a request that is repeated. */
export const isSameEntry = (row: MarkEntryTable, entry: NewMarkEntry): boolean =>
  row.kind === entry.kind && row.details === detailsOf(entry)

interface Writing {
  readonly author: string
  readonly requestId: string
  readonly nowMs: number
}

/**
 * Adds an entry to the ledger of a response, behind the last one of `held`, in a form run that is locked. Throws an error if it can't be read as an
 * entry again: then it must not be written.
 */
export const insertEntry = async (
  kysely: Kysely<Schema>,
  run: FormRunTable,
  { questionId, part }: ResponseName,
  held: readonly MarkEntryTable[],
  entry: NewMarkEntry,
  { author, requestId, nowMs }: Writing,
): Promise<MarkEntryTable> => {
  said.parse(entry)
  const last = held.at(-1)
  const details = detailsOf(entry)
  const salt = randomBytes(16).toString('hex')
  const content = {
    org_id: run.org_id,
    form_run_guid: run.form_run_guid,
    question_id: questionId,
    part,
    number: (last?.number ?? 0) + 1,
    kind: entry.kind,
    at: nowMs,
    author,
    request_id: requestId,
    details_hash: detailsHashOf(salt, details),
  }
  const link = linkEntry(last?.hash ?? entrySeed(run, { questionId, part }), content)
  const row = { ...content, details, salt, ...link }
  await kysely.insertInto('mark_entry').values(row).execute()
  return row
}

/** What persons gave and decided for a response, in order; empty if nothing was. */
export const entriesOf = async (
  database: Pick<Database, 'kysely'>,
  { questionId, part, ...place }: RunPlace & ResponseName,
): Promise<MarkEntry[]> =>
  (await selectEntryRows(database, place, questionId)).flatMap((row) => (row.part === part ? (entryOfRow(row) ?? []) : []))

/** Takes away what the entries of a form run say; that they were written stays, with their hashes. */
export const eraseEntries = async (kysely: Kysely<Schema>, { orgId, formRunGuid }: RunPlace): Promise<void> => {
  await kysely
    .updateTable('mark_entry')
    .set({ details: null, salt: null })
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .execute()
}
