import type { UploadedFileTable } from '../../db/schema.ts'
import type { WrittenEvent } from '../form-run/index.ts'
import { type Checked, counted } from './finding.ts'

type FileEvent = Extract<WrittenEvent, { kind: 'file' }>

/** A row, with the hash of the bytes that stand in the database; undefined if it has none, because it was deleted. */
export interface HeldFile {
  readonly row: UploadedFileTable
  readonly bytesHash: string | undefined
}

const findingOfRow = ({ row, bytesHash }: HeldFile, events: readonly FileEvent[]): string | undefined => {
  const name = `The file ${row.file_guid}`
  const arrived = events.find(({ what }) => what === 'arrived')
  const isDeleted = events.some(({ what }) => what === 'deleted')
  if (row.deleted_at === null && bytesHash !== row.sha256) return `${name} has other bytes than came.`
  if (row.in_ledger === 0) return arrived ? `${name} is not the one of which the ledger tells.` : undefined
  if (!arrived) return `${name} was put in: the ledger tells of none such.`
  if (arrived.sha256 !== row.sha256 || arrived.bytes !== row.file_size)
    return `${name} is not the one that arrived by the ledger.`
  if (row.deleted_at !== null && !isDeleted) return `${name} is deleted, of which the ledger tells nothing.`
  return row.deleted_at === null && isDeleted ? `${name} was deleted by the ledger, and is there.` : undefined
}

/**
 * Holds the files against the ledger, which tells of each that came and went, and their bytes against their hashes. `areErased`: files
 * were taken away because they were kept long enough, of which the ledger tells nothing.
 */
export const checkFiles = (
  files: readonly HeldFile[],
  events: readonly WrittenEvent[],
  { areErased = false }: { readonly areErased?: boolean } = {},
): Checked => {
  const reported = Map.groupBy(
    events.filter((event) => event.kind === 'file'),
    ({ fileGuid }) => fileGuid,
  )
  const held = new Set(files.map(({ row }) => row.file_guid))
  const gone = [...reported].flatMap(([guid, of]) =>
    of.some(({ what }) => what === 'arrived') && !held.has(guid) ? [guid] : [],
  )
  const lost = areErased ? [] : gone.map((guid) => `The file ${guid} is gone: by the ledger it arrived.`)
  const erased = areErased && gone.length > 0 ? `; ${counted(gone.length, 'file')} erased` : ''
  const before = files.filter(({ row }) => row.in_ledger === 0 && row.deleted_at === null).length
  const unreported = before === 0 ? '' : `; of ${counted(before, 'file')} from before it the ledger tells nothing`
  return {
    about: 'files',
    says: `${counted(files.length - before, 'file')}, each as the ledger tells of it${unreported}${erased}`,
    findings: [...files.flatMap((file) => findingOfRow(file, reported.get(file.row.file_guid) ?? []) ?? []), ...lost],
  }
}
