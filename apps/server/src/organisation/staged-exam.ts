import type { Expression, Kysely } from 'kysely'
import type { ExamPlace } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import type { ExamResourceChunkTable, Schema } from '../db/schema.ts'

/** What is written in one transaction, in bytes: other writers wait no longer than for that. */
const togetherBytes = 1024 * 1024

const filesOfExams = ['exam_resource', 'exam_resource_chunk'] as const

/** Where the files of an exam stand that isn't stored yet. No exam has the version 0. */
export const stagedPlace = (orgId: number, id: string): ExamPlace => ({
  org_id: orgId,
  exam_guid: `pending:${id}`,
  version: 0,
})

/** A file of an exam, whose bytes come in chunks of `resourceChunkBytes`. */
export interface StagedFile {
  readonly path: string
  readonly mediaType: string
  readonly size: number
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Puts the files of an exam into the database that may be stored later, a few at a time, while learners continue saving. */
export const stageFiles = async (
  { kysely }: Pick<Database, 'kysely'>,
  place: ExamPlace,
  files: AsyncIterable<StagedFile>,
): Promise<void> => {
  let chunks: ExamResourceChunkTable[] = []
  let held = 0
  const write = async () => {
    const rows = chunks
    chunks = []
    held = 0
    if (rows.length === 0) return
    await kysely.transaction().execute(async (transaction) => {
      for (const row of rows) await transaction.insertInto('exam_resource_chunk').values(row).execute()
    })
  }
  for await (const { path, mediaType, size, chunks: own } of files) {
    let number = 0
    for await (const bytes of own) {
      chunks.push({ ...place, path, number, bytes })
      number += 1
      held += bytes.length
      if (held >= togetherBytes) await write()
    }
    await kysely
      .insertInto('exam_resource')
      .values({ ...place, path, media_type: mediaType, size })
      .execute()
  }
  await write()
}

/** Takes files away that were staged, or never wholly. */
export const dropStaged = async (kysely: Kysely<Schema>, orgId: number, id: string): Promise<void> => {
  for (const table of filesOfExams)
    await kysely
      .deleteFrom(table)
      .where((where) => where.and(stagedPlace(orgId, id)))
      .execute()
}

/** An exam that is in a place; undefined if none does. */
export const selectHeld = async (kysely: Kysely<Schema>, place: ExamPlace) =>
  kysely
    .selectFrom('exam')
    .select('imported_at')
    .where((where) => where.and(place))
    .executeTakeFirst()

/** Whether somebody has begun the exam of a place. */
export const isBegun = async (kysely: Kysely<Schema>, place: ExamPlace): Promise<boolean> => {
  const run = kysely
    .selectFrom('form_run')
    .select('form_run_guid')
    .where((where) => where.and(place))
    .limit(1)
  return (await run.executeTakeFirst()) !== undefined
}

/** An exam whose files are staged; `held`: when what is in its place was imported. */
interface StagedExam {
  readonly id: string
  readonly name: string
  /** The exam as JSON, or an expression of the database that gives it. */
  readonly content: string | Expression<string>
  readonly nowMs: number
  readonly held: number | undefined
}

/**
 * Stores an exam with its staged files in its place, if nothing stands or what was imported at `held`; fails by the key where something else does. To be called in a transaction. The
 * rows of the files change their place and are not written again.
 */
export const storeStaged = async (
  kysely: Kysely<Schema>,
  place: ExamPlace,
  { id, name, content, nowMs, held }: StagedExam,
): Promise<void> => {
  // Guarded, because what another transaction has stored since it was looked at isn't to be replaced.
  if (held !== undefined)
    await kysely
      .deleteFrom('exam')
      .where((where) => where.and({ ...place, imported_at: held }))
      .execute()
  await kysely
    .insertInto('exam')
    .values({ ...place, name, content, imported_at: nowMs })
    .execute()
  for (const table of filesOfExams)
    await kysely
      .deleteFrom(table)
      .where((where) => where.and(place))
      .execute()
  for (const table of filesOfExams)
    await kysely
      .updateTable(table)
      .set({ exam_guid: place.exam_guid, version: place.version })
      .where((where) => where.and(stagedPlace(place.org_id, id)))
      .execute()
}
