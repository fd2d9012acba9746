import type { Fault } from './compare.ts'
import type { Note } from './notes.ts'

const isMissing = ({ kind }: Fault) => kind === 'lost' || kind === 'overwritten'

/** Of the last time that a page spoke of files. */
const lostFilesTold = (notes: readonly Note[]): readonly string[] =>
  notes.findLast((note) => note.what === 'told lost files')?.files ?? []

/**
 * Holds what isn't on the server against what the page has said of it last. `isHopeless`: something stays wrong for which it can't be there,
 * and all that is asked is that the page says so; else what is missing is a fault, told or not. `isForgetful`: the database was set back,
 * and a file whose bytes the device could not keep may be gone with it, where the page says so. `isHandedIn`: the file with all answers was
 * given to staff, and nothing of them is lost any more.
 */
export const compareTold = (
  notes: readonly Note[],
  faults: readonly Fault[],
  {
    isHopeless,
    isForgetful,
    isHandedIn = false,
  }: { readonly isHopeless: boolean; readonly isForgetful: boolean; readonly isHandedIn?: boolean },
): { readonly told: readonly Fault[]; readonly untold: readonly Fault[] } => {
  const wholeAt = notes.findLastIndex(({ what }) => what === 'told whole')
  const missing = notes.flatMap((note, index) => (note.what === 'told missing' && index > wholeAt ? note.questions : []))
  const lostFiles = lostFilesTold(notes)
  const isTold = ({ question, lostFile }: Fault) =>
    (question !== undefined && (missing.includes(question) || missing.includes(-1))) ||
    (lostFile !== undefined && lostFiles.includes(lostFile))
  const isExcused = ({ kind, lostFile }: Fault) =>
    lostFile === undefined ? isHopeless && !(isHandedIn && kind === 'lost') : isForgetful
  const told = faults.filter((fault) => isMissing(fault) && isExcused(fault) && isTold(fault))
  const left = faults.filter((fault) => !told.includes(fault))
  const untold = left
    .filter((fault) => isMissing(fault) && !isTold(fault))
    .map((fault): Fault => ({ ...fault, kind: 'untold', detail: `the page has not said that ${fault.detail}` }))
  return { told, untold: [...left, ...untold] }
}
