import type { Fault } from './compare.ts'
import { mostAttempts, routedParts } from './exam.ts'
import { type FaultKind, isOfNetwork } from './fault-kinds.ts'
import type { Note } from './notes.ts'
import type { Stored, StoredAttempt } from './stored.ts'

/** What leaves the page as it is, which knows by then of which of its attempts nothing was heard. */
const keepsPage = (kind: FaultKind) => isOfNetwork(kind) || kind === 'server killed' || kind === 'database killed'
const endsPage = (note: Note) =>
  note.what === 'cut short' ||
  note.what === 'opened' ||
  note.what === 'changed device' ||
  (note.what === 'struck' && !keepsPage(note.kind))

/** How many attempts at a question there may be: one that is pressed again after its reply got lost is the same, as long as its page is. */
const mostMade = (notes: readonly Note[], question: number): number => {
  let made = 0
  let isUnheard = false
  for (const note of notes) {
    if (endsPage(note)) isUnheard = false
    if (!('question' in note) || note.question !== question) continue
    if (note.what === 'checked') isUnheard = false
    if (note.what !== 'asked to check') continue
    if (!isUnheard) made += 1
    isUnheard = true
  }
  return made
}

const twice = (attempts: readonly StoredAttempt[]): Fault[] => {
  const ids = attempts.map(({ requestId }) => requestId)
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) < at))].map((id) => ({
    kind: 'double',
    detail: `attempt ${id} is there twice`,
  }))
}

/** What isn't right of the attempts at one question, as the ledger has them. */
const faultsAt = (
  question: number,
  attempts: readonly StoredAttempt[],
  notes: readonly Note[],
  { stored, isForgetful }: { readonly stored: Stored; readonly isForgetful: boolean },
): Fault[] => {
  const faults: Fault[] = []
  const say = (kind: Fault['kind'], detail: string) => faults.push({ kind, question, detail })
  const heard = notes.flatMap((note) => (note.what === 'checked' && note.question === question ? [note.count] : []))
  const acknowledged = Math.max(0, ...heard)
  if (attempts.length < acknowledged && !isForgetful)
    say('lost', `${acknowledged} attempts were acknowledged, and ${attempts.length} are there`)
  const most = mostMade(notes, question)
  if (attempts.length > Math.min(most, mostAttempts))
    say('double', `${attempts.length} attempts are there, ${most} were made, and ${mostAttempts} may be`)
  attempts.forEach(({ sequence, isLast }, at) => {
    if (isLast !== (at + 1 === mostAttempts)) say('double', `attempt ${at + 1} is ${isLast ? '' : 'not '}kept as the last`)
    const stood = stored.events.some((event) => event.sequence === sequence && /applied$/.test(event.outcome))
    if (!stood) say('lost', `attempt ${at + 1} names number ${sequence}, which never stood`)
  })
  return faults
}

/** `isForgetful`: the database was set back, and what of it was acknowledged since nobody sends again. */
export const compareAttempts = (
  notes: readonly Note[],
  { questionIds }: { readonly questionIds: readonly string[] },
  stored: Stored,
  { isForgetful }: { readonly isForgetful: boolean },
): Fault[] => {
  const of = Map.groupBy(stored.attempts, ({ questionId }) => questionId)
  return [
    ...twice(stored.attempts),
    ...questionIds.flatMap((id, question) => faultsAt(question, of.get(id) ?? [], notes, { stored, isForgetful })),
  ]
}

/**
 * Whether each part was decided about once, by the answer that is at the first question, and the one that is asked was where the learner
 * came to it.
 */
export const compareDecisions = (
  notes: readonly Note[],
  { questionIds: [deciding] }: { readonly questionIds: readonly string[] },
  { decisions, answers }: Pick<Stored, 'decisions' | 'answers'>,
  { isForgetful }: { readonly isForgetful: boolean },
): Fault[] => {
  const faults: Fault[] = []
  const parts = decisions.map(({ partId }) => partId)
  if (new Set(parts).size < parts.length) faults.push({ kind: 'double', detail: `decided about ${parts.join(', ')}` })
  const hasCome = notes.some(({ what }) => what === 'ended part')
  if (hasCome && decisions.length === 0 && !isForgetful)
    faults.push({ kind: 'lost', detail: 'nothing is decided about the part that was opened' })
  const isChosen = answers.find(({ questionId }) => questionId === deciding)?.optionIds.includes('1') ?? false
  for (const { partId, isAsked } of decisions)
    if (isAsked !== (isChosen === (partId === routedParts.chosen)))
      faults.push({
        kind: 'overwritten',
        question: 0,
        detail: `${partId} is ${isAsked ? '' : 'not '}asked, against the answer`,
      })
  return faults
}
