import type { Fault } from './compare.ts'
import type { Note } from './notes.ts'

const isMissing = ({ kind }: Fault) => kind === 'lost' || kind === 'overwritten'

/**
 * Holds what isn't on the server against what the page has said of it last. `isHopeless`: something stays wrong for which it can't be there,
 * and all that is asked is that the page says so; else what is missing is a fault, told or not.
 */
export const compareTold = (
  notes: readonly Note[],
  faults: readonly Fault[],
  isHopeless: boolean,
): { readonly told: readonly Fault[]; readonly untold: readonly Fault[] } => {
  const wholeAt = notes.findLastIndex(({ what }) => what === 'told whole')
  const missing = notes.flatMap((note, index) => (note.what === 'told missing' && index > wholeAt ? note.questions : []))
  const isTold = ({ question }: Fault) => question !== undefined && (missing.includes(question) || missing.includes(-1))
  const told = isHopeless ? faults.filter((fault) => isMissing(fault) && isTold(fault)) : []
  const left = faults.filter((fault) => !told.includes(fault))
  const untold = left
    .filter((fault) => isMissing(fault) && !isTold(fault))
    .map((fault): Fault => ({ ...fault, kind: 'untold', detail: `the page has not said that ${fault.detail}` }))
  return { told, untold: [...left, ...untold] }
}
