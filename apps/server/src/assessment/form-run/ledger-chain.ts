import { appendTo, type ChainedEntry, type ChainedRun, seedOf } from '@sitwell/exam/evidence/chain'
import type { FormRunEventTable, FormRunTable } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'

/** What of a form run its chains begin with: it never changes. */
export type ChainOwner = Pick<
  FormRunTable,
  'org_id' | 'form_run_guid' | 'schedule_guid' | 'user_guid' | 'exam_guid' | 'version' | 'started_at'
>

export const chainedRun = (run: ChainOwner): ChainedRun => ({
  orgId: run.org_id,
  formRunGuid: run.form_run_guid,
  scheduleGuid: run.schedule_guid,
  userGuid: run.user_guid,
  examGuid: run.exam_guid,
  version: run.version,
  startedAtMs: run.started_at,
})

export const ledgerSeed = (run: ChainOwner): string => seedOf('ledger', chainedRun(run), sha256)

export type UnlinkedEvent = Omit<FormRunEventTable, 'previous_hash' | 'hash'>

/** An event as its chain holds it. Its details are hashed as the text that they are kept as. */
export const ledgerEntry = (row: UnlinkedEvent): Pick<ChainedEntry, 'number' | 'content'> => ({
  number: row.number,
  content: JSON.stringify([row.org_id, row.form_run_guid, row.kind, row.at, row.author, row.details]),
})

/** Events that follow each other, with their hashes; `previous` is that of the event before them. */
export const linkEvents = (previous: string, rows: readonly UnlinkedEvent[]): FormRunEventTable[] => {
  const links = appendTo(previous, rows.map(ledgerEntry), sha256)
  return rows.map((row, index) => ({
    ...row,
    previous_hash: links[index]?.previous ?? null,
    hash: links[index]?.hash ?? null,
  }))
}
