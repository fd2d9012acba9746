import { blank, bookmarkedAs, isBookmarked, type Note, storedValue, type Value } from './notes.ts'
import type { Stored, StoredEvent } from './stored.ts'
import { cutShort, enteredMs, everIn, lastOf, startOf, type Trail, withEntered, withPerhaps } from './trail.ts'

/** What went wrong, and where. */
export interface Fault {
  /**
   * `lost`: what was entered last is nowhere on the server. `overwritten`: it reached the server, and something older stands there.
   * `untold`: it isn't on the server, and the page has said that it is, or not that it isn't. `double`: one save, form run or completion is there twice. `shown`: the page showed something else than was entered.
   */
  readonly kind: 'lost' | 'overwritten' | 'untold' | 'double' | 'shown' | 'log' | 'stuck'
  readonly question?: number
  /** The name of a file that is gone. */
  readonly lostFile?: string
  readonly detail: string
}

/** What is compared of an exam: its questions' ids in order, and which of them are typed; of one that is answered by files, neither. */
export interface ComparedExam {
  readonly questionIds: readonly string[]
  readonly isTyped: readonly boolean[]
}

/** One question over all devices: what was entered last at each that hasn't handed all of it on. */
interface Question {
  readonly heads: ReadonlyMap<number, Trail>
  /** By device, in milliseconds: when the learner went to it for the first time. */
  readonly openedMs: ReadonlyMap<number, number>
  /** Everything that anybody has ever had there. */
  readonly ever: ReadonlySet<Value>
}

const fresh: Question = { heads: new Map(), openedMs: new Map(), ever: new Set([blank]) }
const quoted = (values: Iterable<Value>) => [...values].map((value) => `“${value}”`).join(' or ')

const withHead = ({ heads, openedMs, ever }: Question, device: number, trail: Trail): Question => ({
  openedMs,
  heads: new Map([...heads, [device, trail]]),
  ever: new Set([...ever, ...everIn(trail)]),
})

/** Whatever was ever there may stand. */
const withAny = (question: Question, device: number): Question => withHead(question, device, startOf(...question.ever))

type Entry = Note & { readonly what: 'entered' | 'perhaps entered' }
const isEntry = (note: Note): note is Entry => note.what === 'entered' || note.what === 'perhaps entered'

/** `isForgotten`: the page shows what nobody has any more. A unit that is completed at it may be completed with whatever was ever there. */
const afterEntry = ({ ever }: Question, head: Trail, note: Entry, isForgotten: boolean): Trail => {
  const values = note.what === 'entered' ? [note.value] : note.values
  const others = isForgotten && values.some(isBookmarked) ? [...ever].map(bookmarkedAs) : []
  return note.what === 'entered'
    ? withEntered(head, note, note.atMs, others)
    : withPerhaps(head, [...values, ...others], note.atMs)
}

/** What a device continues from: its own, or, where another had it last, anything, since not all of that had reached the server. */
const headOf = ({ heads, ever }: Question, device: number): Trail =>
  heads.get(device) ?? startOf(...(heads.size === 0 ? [blank] : ever))

/** What the learner did to one question, and what was wrong on the way. `handedIn`: what closed it, and may show wherever it is opened again. */
const follow = (
  notes: readonly Note[],
  number: number,
  handedIn: readonly Value[] = [],
): { question: Question; faults: Fault[] } => {
  const faults: Fault[] = []
  const known = new Set<number>()
  /** By device, in milliseconds: what was done there until then has been kept. */
  const settled = new Map<number, number>()
  /** Devices that may show what nobody has any more. */
  const forgotten = new Set<number>()
  let question = fresh
  for (const note of notes) {
    const { device, atMs } = note
    const head = headOf(question, device)
    if (note.what === 'cut short') {
      const trail = question.heads.get(device)
      const { unsafeSinceMs } = note
      const untilMs = note.isReload ? atMs : (settled.get(device) ?? Number.NEGATIVE_INFINITY)
      const safe = { untilMs, ...(unsafeSinceMs !== undefined && { unsafeSinceMs }) }
      if (trail && forgotten.delete(device)) question = withAny(question, device)
      else if (trail) question = withHead(question, device, cutShort(trail, safe, atMs))
    } else if (note.what === 'settled') {
      settled.set(device, Math.max(note.sinceMs, settled.get(device) ?? note.sinceMs))
    } else if (note.what === 'forgot') {
      for (const one of question.heads.keys()) question = withAny(question, one)
      for (const one of question.heads.keys()) forgotten.add(one)
    } else if (note.what === 'changed device') {
      const [only, ...others] = question.heads
      const held = note.held[number] ?? blank
      // All of it had reached the server: a device that opens the exam now continues from it. One that has it open, and doesn't know
      // yet that another took over, still shows what it had.
      const isNew = !known.has(device)
      known.add(device)
      if (isNew) question = { ...question, openedMs: new Map([...question.openedMs, [device, atMs]]) }
      const isWhole = isNew && only !== undefined && others.length === 0 && lastOf(only[1]).every((value) => value === held)
      if (isWhole) question = { ...question, heads: new Map([[device, only[1]]]) }
    } else if (!('question' in note) || note.question !== number) continue
    else if (isEntry(note)) question = withHead(question, device, afterEntry(question, head, note, forgotten.has(device)))
    else if (note.what === 'seen') {
      const possible = question.heads.size > 1 ? [...question.ever] : lastOf(head)
      if (!possible.includes(note.value) && !handedIn.includes(note.value))
        faults.push({ kind: 'shown', question: number, detail: `shows “${note.value}” and not ${quoted(possible)}` })
      // With one device it is known from here on which of several it is.
      if (question.heads.size === 1 && question.heads.has(device) && !forgotten.has(device))
        question = withHead(question, device, withEntered(head, note, head.at(-1)?.atMs ?? atMs))
    }
  }
  return { question, faults }
}

/** What a device had at a question at a moment, as far as is known: one of these. None if it had nothing of its own there. */
export const heldAt = (notes: readonly Note[], number: number, device: number, untilMs: number): readonly Value[] => {
  const { question } = follow(
    notes.filter(({ atMs }) => atMs <= untilMs),
    number,
  )
  const head = question.heads.get(device)
  return head ? lastOf(head) : []
}

/** Of several that continued apart, those that may stand: who opened the exam later outranks what was entered elsewhere until then. */
const mayStand = ({ heads, openedMs }: Question): ReadonlyMap<number, Trail> => {
  const isOutranked = (device: number) =>
    [...openedMs].some(
      ([other, atMs]) =>
        other > device && enteredMs(heads.get(device)).atLatest < atMs && enteredMs(heads.get(other)).surely > atMs,
    )
  return new Map([...heads].filter(([device]) => !isOutranked(device)))
}

const eventsTwice = (events: readonly StoredEvent[]): Fault[] => {
  const seen = new Map<string, string>()
  return events.flatMap(({ requestId, writerId, sequence, questionId }): Fault[] => {
    const faults: Fault[] = []
    const names = [`request ${requestId}`, `number ${sequence} of writer ${writerId}`]
    for (const name of names) {
      if (seen.has(name)) faults.push({ kind: 'double', detail: `${name} is there twice: ${seen.get(name)}, ${questionId}` })
      seen.set(name, questionId)
    }
    return faults
  })
}

/** What closed a question as its last attempt, bookmarked or not. */
const closingOf = (id: string, { attempts, events }: Stored, isTyped: boolean): readonly Value[] => {
  const last = attempts.find(({ questionId, isLast }) => questionId === id && isLast)
  const checked = events.find(({ questionId, sequence }) => questionId === id && sequence === last?.sequence)
  if (!last || !checked) return []
  const answer = storedValue({ ...checked, bookmarked: false }, isTyped)
  return [answer, bookmarkedAs(answer)]
}

/**
 * Compares what was entered last, question by question, with what the server holds at the end, and with its history. `isForgetful`: the
 * database was set back, or something lets no answer through forever: what another device has outdone since need not be in the history.
 */
export const compareAnswers = (
  notes: readonly Note[],
  exam: ComparedExam,
  stored: Stored,
  { isForgetful = false } = {},
): Fault[] => {
  const faults = [...eventsTwice(stored.events)]
  if (stored.formRuns.length > 1) faults.push({ kind: 'double', detail: `${stored.formRuns.length} form runs of one schedule` })
  exam.questionIds.forEach((id, number) => {
    const isTyped = exam.isTyped[number] ?? false
    const events = stored.events.filter(({ questionId }) => questionId === id)
    const closing = closingOf(id, stored, isTyped)
    const { question, faults: onTheWay } = follow(notes, number, closing)
    faults.push(...onTheWay)
    const row = stored.answers.find(({ questionId }) => questionId === id)
    const final = row ? storedValue(row, isTyped) : blank
    const history = new Set([blank, ...events.map((event) => storedValue(event, isTyped))])
    const none = question.heads.size === 0
    const heads = none ? [[blank]] : [...question.heads.values()].map(lastOf)
    const standing = none ? [[blank]] : [...mayStand(question).values()].map(lastOf)
    // What the learner has answered again since, and stands, may be all that is left of the question after a set-back.
    const isOutdone = (trail: Trail) =>
      [...question.heads.values()].some(
        (other) => lastOf(other).includes(final) && enteredMs(other).surely > enteredMs(trail).atLatest,
      )
    const left = none ? [[blank]] : [...mayStand(question).values()].filter((trail) => !isOutdone(trail)).map(lastOf)
    for (const last of isForgetful ? left : heads)
      if (!last.some((value) => history.has(value)))
        faults.push({
          kind: 'lost',
          question: number,
          detail: `${quoted(last)} is nowhere on the server, which holds “${final}”`,
        })
    // What was closed, or decided by, takes nothing that comes later: that is kept, and no more, or waits for staff where it may have
    // been held up on the way.
    const isLeft = ({ outcome }: { readonly outcome: string }) => outcome === 'closed' || outcome === 'review'
    const barred = new Set(events.flatMap((event) => (isLeft(event) ? [storedValue(event, isTyped)] : [])))
    const isBarred = stored.decisions.length > 0 && standing.flat().some((value) => barred.has(value))
    const isLast = standing.some((last) => last.includes(final)) || closing.includes(final) || isBarred
    if (!isLast && heads.some((last) => last.some((value) => history.has(value))))
      faults.push({ kind: 'overwritten', question: number, detail: `“${final}” stands in place of ${quoted(standing.flat())}` })
    const highest = Math.max(0, ...events.map(({ sequence }) => sequence))
    if (row && row.sequence < highest && !events.some((event) => event.sequence === highest && event.outcome !== 'applied'))
      faults.push({ kind: 'overwritten', question: number, detail: `number ${row.sequence} stands, number ${highest} came` })
  })
  return faults
}
