import type { Fault } from './compare.ts'
import type { Note } from './notes.ts'

const isMissing = ({ kind }: Fault) => kind === 'lost' || kind === 'overwritten'

/** Of the last time that a page spoke of files. */
const reportedLostFiles = (notes: readonly Note[]): readonly string[] =>
  notes.findLast((note) => note.what === 'told lost files')?.files ?? []

/**
 * Holds what isn't on the server against what the page has said of it last. `isHopeless`: something stays wrong for which it can't be there,
 * and all that is asked is that the page says so; otherwise what is missing is a fault, told or not. `isForgetful`: the database was set back,
 * and a file whose bytes the device could not keep may be gone with it, where the page says so. Where a device's file with all its answers was
 * given to staff, nothing of them is lost any more.
 */
export const compareReported = (
  notes: readonly Note[],
  faults: readonly Fault[],
  { isHopeless, isForgetful }: { readonly isHopeless: boolean; readonly isForgetful: boolean },
): { readonly reported: readonly Fault[]; readonly unreported: readonly Fault[] } => {
  // What a device holds and can't send, no other device knows of: it is said there, and can be handed in there alone.
  const wholeAt = (device: number) => notes.findLastIndex((note) => note.what === 'told whole' && note.device === device)
  const missingOn = (isOn: (device: number) => boolean) =>
    notes.flatMap((note, index) =>
      note.what === 'told missing' && isOn(note.device) && index > wholeAt(note.device) ? note.questions : [],
    )
  const missing = missingOn(() => true)
  const handedInOn = notes.find((note) => note.what === 'handed in' && note.why === undefined)?.device
  const missingElsewhere = missingOn((device) => device !== handedInOn)
  const lostFiles = reportedLostFiles(notes)
  const isReported = ({ question, lostFile }: Fault) =>
    (question !== undefined && (missing.includes(question) || missing.includes(-1))) ||
    (lostFile !== undefined && lostFiles.includes(lostFile))
  const isHere = ({ question }: Fault) => question === undefined || !missingElsewhere.includes(question)
  const isExcused = (fault: Fault) =>
    fault.lostFile === undefined
      ? isHopeless && !(handedInOn !== undefined && fault.kind === 'lost' && isHere(fault))
      : isForgetful
  const excused = faults.filter((fault) => isMissing(fault) && isExcused(fault) && isReported(fault))
  const left = faults.filter((fault) => !excused.includes(fault))
  const unreported = left
    .filter((fault) => isMissing(fault) && !isReported(fault))
    .map((fault): Fault => ({ ...fault, kind: 'untold', detail: `the page has not said that ${fault.detail}` }))
  return { reported: excused, unreported: [...left, ...unreported] }
}
