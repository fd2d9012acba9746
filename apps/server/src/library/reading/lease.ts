import type { Expression } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { LibraryUploadTable } from '../../db/schema.ts'
import type { ReadResult } from '../uploads/read-result.ts'

/** What a process writes of an upload that it reads; all of it only as long as the upload is its own to read. */
export interface Lease {
  readonly orgId: number
  readonly uploadId: string
  /** Takes it; false where another was quicker. */
  take(nowMs: number, silentMs: number): Promise<boolean>
  /** A sign of life. */
  renew(nowMs: number): Promise<void>
  progress(items: number): Promise<void>
  attempts(): Promise<number>
  /** It waits again. */
  giveBack(): Promise<void>
  refuse(problems: Extract<ReadResult, { readonly is: 'refused' }>['problems']): Promise<void>
  /** It was read; false if it isn't there any more. */
  finish(read: ReadFields): Promise<boolean>
}

interface ReadFields
  extends Pick<LibraryUploadTable, 'result' | 'report_hash' | 'grave' | 'basis' | 'exam_guid' | 'version' | 'items_read'> {
  readonly exam_content: Expression<string> | null
}

type Changed = Partial<Omit<LibraryUploadTable, 'exam_content'> & ReadFields>

/** Problems that are listed. */
const mostProblems = 100

export const leaseOf = (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, upload_id, reader }: { readonly org_id: number; readonly upload_id: string; readonly reader: string },
): Lease => {
  const update = (fields: Changed) =>
    kysely
      .updateTable('library_upload')
      .set(fields)
      .where('org_id', '=', org_id)
      .where('upload_id', '=', upload_id)
      .where('state', '=', 'reading')
      .where('reader', '=', reader)
      .returning('upload_id')
      .executeTakeFirst()
  const change = async (fields: Changed) => (await update(fields)) !== undefined
  return {
    orgId: org_id,
    uploadId: upload_id,
    take: async (nowMs, silentMs) => {
      const taken = await kysely
        .updateTable('library_upload')
        .set((set) => ({ state: 'reading', reader, reader_at: nowMs, items_read: 0, attempts: set('attempts', '+', 1) }))
        .where('org_id', '=', org_id)
        .where('upload_id', '=', upload_id)
        .where((of) =>
          of.or([of('state', '=', 'waiting'), of.and([of('state', '=', 'reading'), of('reader_at', '<', nowMs - silentMs)])]),
        )
        .returning('upload_id')
        .executeTakeFirst()
      return taken !== undefined
    },
    renew: async (nowMs) => void (await change({ reader_at: nowMs })),
    progress: async (items) => void (await change({ items_read: items })),
    attempts: async () => {
      const row = await kysely
        .selectFrom('library_upload')
        .select('attempts')
        .where('org_id', '=', org_id)
        .where('upload_id', '=', upload_id)
        .executeTakeFirst()
      return row?.attempts ?? 0
    },
    giveBack: async () => void (await change({ state: 'waiting', reader: null, reader_at: null })),
    refuse: async (problems) => {
      const result: ReadResult = { is: 'refused', problems: problems.slice(0, mostProblems) }
      await change({ state: 'refused', result: JSON.stringify(result), reader: null, reader_at: null })
    },
    finish: (read) => change({ ...read, state: 'ready', reader: null, reader_at: null }),
  }
}
