import type { Fault } from './compare.ts'
import type { Note } from './notes.ts'
import type { Stored } from './stored.ts'

/** What has to become of one file, as far as it is known. */
interface Fate {
  /** Both where either is right. */
  readonly outcomes: readonly ('there' | 'gone')[]
  readonly sha256: string
  readonly device: number
  /** Where it was chosen. */
  readonly chosenAt: number
  readonly atMs: number
  /** A page that goes away takes what was done last with it: it is in the memory alone. */
  readonly isInMemory: boolean
}

type FileNote = Extract<Note, { what: 'chose' | 'perhaps chose' | 'removed' | 'perhaps removed' }>
const either = ['there', 'gone'] as const

const fateAfter = (before: Fate | undefined, note: FileNote): Fate | undefined => {
  const { device, atMs } = note
  if (note.what === 'chose' || note.what === 'perhaps chose')
    return {
      outcomes: note.what === 'chose' ? ['there'] : either,
      sha256: note.sha256,
      device,
      chosenAt: device,
      atMs,
      isInMemory: note.what === 'chose' && !note.isStored,
    }
  // Nothing is removed that was not chosen.
  if (!before) return undefined
  return {
    ...before,
    outcomes: note.what === 'removed' ? ['gone'] : either,
    device,
    atMs,
    isInMemory: note.what === 'removed' && !note.isStored,
  }
}

const fatesOf = (notes: readonly Note[]): ReadonlyMap<string, Fate> => {
  const fates = new Map<string, Fate>()
  /** By device, in milliseconds: what was done there until then has been kept. */
  const settled = new Map<number, number>()
  for (const note of notes) {
    if ('file' in note) {
      const fate = fateAfter(fates.get(note.file), note)
      if (fate) fates.set(note.file, fate)
    } else if (note.what === 'settled') settled.set(note.device, note.sinceMs)
    else if (note.what === 'cut short')
      for (const [name, fate] of fates) {
        const isSettled = (settled.get(note.device) ?? Number.NEGATIVE_INFINITY) >= fate.atMs
        const isYoung = !note.isReload && !isSettled && fate.outcomes[0] === 'gone'
        if (fate.device === note.device && (fate.isInMemory || isYoung)) fates.set(name, { ...fate, outcomes: either })
      }
  }
  return fates
}

/**
 * Compares the files that a learner chose and removed with those that the server holds at the end. `isForgetful`: the database was set
 * back; what was removed at another device than the one that had uploaded it may be there again, for that one sends it again.
 */
export const compareFiles = (
  notes: readonly Note[],
  { files }: Pick<Stored, 'files'>,
  { isForgetful = false } = {},
): Fault[] => {
  const fates = fatesOf(notes)
  const faults: Fault[] = []
  for (const [name, { outcomes: known, sha256, device, chosenAt }] of fates) {
    const outcomes = isForgetful && device !== chosenAt ? either : known
    const standing = files.filter(({ fileName }) => fileName === name)
    if (standing.length === 0 && !outcomes.includes('gone'))
      faults.push({ kind: 'lost', lostFile: name, detail: `the file ${name} is not there` })
    if (standing.length > 0 && !outcomes.includes('there'))
      faults.push({ kind: 'overwritten', detail: `the file ${name} was removed, and is there` })
    if (standing.length > 1) faults.push({ kind: 'double', detail: `the file ${name} is there ${standing.length} times` })
    if (standing.some(({ isCounted }) => !isCounted))
      faults.push({ kind: 'overwritten', detail: `the file ${name} was chosen in time, and does not count` })
    if (standing.some((file) => file.sha256 !== sha256))
      faults.push({ kind: 'lost', detail: `the file ${name} is there with other bytes` })
  }
  for (const { fileName } of files)
    if (!fates.has(fileName)) faults.push({ kind: 'shown', detail: `nobody chose the file ${fileName}` })
  return faults
}
