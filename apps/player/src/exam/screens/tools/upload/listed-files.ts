import type { UploadedFile } from '@sitwell/contract'
import type { UploadEvent } from '../../../../sync/files/upload-lane-types.ts'

/** What is known of the files on the server. */
export interface ListedFiles {
  readonly status: 'loading' | 'listed' | 'unlisted'
  readonly files: readonly UploadedFile[]
  /** Where deleted files stood, by their guids: one that replaces another takes its place. */
  readonly places: Readonly<Record<string, number>>
}

export const noFiles: ListedFiles = { status: 'loading', files: [], places: {} }

/** The list after the server has done something. */
export const afterEvent = (listed: ListedFiles, event: Extract<UploadEvent, { kind: 'done' }>): ListedFiles => {
  const { record, file } = event
  const place = listed.files.findIndex(({ guid }) => guid === record.fileGuid)
  const others = listed.files.filter(({ guid }) => guid !== record.fileGuid)
  // Where it isn't listed yet too: the list that is on its way may still name it.
  const stood = place >= 0 ? place : others.length
  if (!file) return { ...listed, files: others, places: { ...listed.places, [record.fileGuid]: stood } }
  const replaced = record.replaces === undefined ? undefined : listed.places[record.replaces]
  const at = place >= 0 ? place : (replaced ?? others.length)
  return { ...listed, files: others.toSpliced(at, 0, file) }
}

/** What the server says, with what it has taken since it was asked. */
export const asListed = (listed: ListedFiles, files: readonly UploadedFile[]): ListedFiles => {
  const known = new Set(files.map(({ guid }) => guid))
  const isGone = ({ guid }: UploadedFile) => listed.places[guid] !== undefined
  return {
    ...listed,
    status: 'listed',
    files: [...files.filter((file) => !isGone(file)), ...listed.files.filter(({ guid }) => !known.has(guid))],
  }
}
