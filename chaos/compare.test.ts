import { describe, expect, test } from 'vitest'
import { type ComparedExam, compareAnswers } from './compare.ts'
import { blank, type Note } from './notes.ts'
import type { Stored, StoredEvent } from './stored.ts'

const exam: ComparedExam = { questionIds: ['q1', 'q2'], isTyped: [true, false] }

const entered = (atMs: number, value: string, device = 0, way: string[] = []): Note => ({
  what: 'entered',
  atMs,
  device,
  question: 0,
  value,
  way,
})
const seen = (atMs: number, value: string, device = 0): Note => ({ what: 'seen', atMs, device, question: 0, value })
const settled = (sinceMs: number, device = 0): Note => ({ what: 'settled', atMs: sinceMs + 1000, device, sinceMs })
const cut = (atMs: number, unsafeSinceMs?: number): Note => ({
  what: 'cut short',
  atMs,
  device: 0,
  isReload: false,
  ...(unsafeSinceMs !== undefined && { unsafeSinceMs }),
})
const changed = (atMs: number, device: number, held = blank): Note => ({
  what: 'changed device',
  atMs,
  device,
  held: [held, blank],
})

const event = (answerText: string, sequence: number, fields: Partial<StoredEvent> = {}): StoredEvent => ({
  formRunGuid: 'run',
  questionId: 'q1',
  sequence,
  writerId: 'writer',
  answerText,
  optionIds: [],
  workings: '',
  bookmarked: false,
  requestId: `request-${sequence}`,
  outcome: 'applied',
  receivedAt: sequence,
  clientTime: null,
  ...fields,
})
const run = { form_run_guid: 'run', schedule_guid: 's', started_at: 0, ends_at: null, completed_at: null, last_sequence: 0 }
/** The last event that was applied stands. */
const held = (...events: StoredEvent[]): Stored => {
  const applied = events.filter(({ outcome }) => outcome === 'applied')
  return {
    formRuns: [run],
    answers: applied.slice(-1),
    events,
    activities: [],
    marks: [],
    files: [],
    attempts: [],
    decisions: [],
  }
}
const kinds = (notes: Note[], stored: Stored) => compareAnswers(notes, exam, stored).map(({ kind }) => kind)

describe('answers of one device', () => {
  test('what was entered last and stands on the server is right', () => {
    expect(kinds([entered(1, 'a'), entered(2, 'ab')], held(event('a', 1), event('ab', 2)))).toEqual([])
  })
  test('nothing entered and nothing there is right', () => expect(kinds([], held())).toEqual([]))
  test('what never came is lost', () => {
    expect(kinds([entered(1, 'a'), entered(2, 'ab')], held(event('a', 1)))).toEqual(['lost'])
    expect(kinds([entered(1, 'a')], held())).toEqual(['lost'])
  })
  test('what came and was replaced by something older is overwritten', () => {
    expect(kinds([entered(1, 'a'), entered(2, 'ab')], held(event('ab', 2), event('a', 1)))).toContain('overwritten')
  })
  test('an older save that stands above a newer number is overwritten, whatever it says', () => {
    const stored = held(event('a', 2), event('a', 1))
    expect(kinds([entered(1, 'a')], stored)).toEqual(['overwritten'])
  })
  test('one save that is there twice is double, and so is one number of one writer', () => {
    expect(kinds([entered(1, 'a')], held(event('a', 1), event('a', 2, { requestId: 'request-1' })))).toEqual(['double'])
    expect(kinds([entered(1, 'a')], held(event('a', 1), event('a', 1, { requestId: 'other' })))).toEqual(['double'])
    expect(kinds([entered(1, 'a')], { ...held(event('a', 1)), formRuns: [run, run] })).toEqual(['double'])
  })
  test('a question that shows something else than was entered is told', () => {
    expect(kinds([entered(1, 'a'), seen(2, '')], held(event('a', 1)))).toContain('shown')
  })
})

describe('a page that is cut short', () => {
  test('keeps what it had the time to keep', () => {
    const notes = [entered(100, 'a'), entered(900, 'ab', 0, ['a', 'ab']), settled(100), cut(1100)]
    expect(kinds(notes, held(event('a', 1)))).toEqual([])
    expect(kinds(notes, held(event('ab', 1)))).toEqual([])
    expect(kinds(notes, held())).toEqual(['lost'])
  })
  test('may have lost what it had no time for, however long ago that was entered', () => {
    const notes = [entered(100, 'a'), entered(200, 'ab'), settled(100), settled(9000, 1), cut(10_000)]
    expect(kinds(notes, held(event('a', 1)))).toEqual([])
    expect(kinds(notes, held())).toEqual(['lost'])
  })
  test('keeps what it said was kept, however short ago', () => {
    const notes: Note[] = [{ ...entered(1000, 'a'), isReportedStored: true } as Note, entered(1001, 'ab'), cut(1002)]
    expect(kinds(notes, held(event('a', 1)))).toEqual([])
    expect(kinds(notes, held())).toEqual(['lost'])
    const reported = { ...seen(1002, 'ab'), isReportedStored: true } as Note
    expect(kinds([entered(1001, 'ab'), reported, cut(1003)], held())).toEqual(['lost'])
  })
  test('may have lost some of the keys that it had no time for, and no others', () => {
    const notes = [entered(100, 'a'), entered(1500, 'abc', 0, ['a', 'ab']), settled(100), cut(2000)]
    expect(kinds(notes, held(event('ab', 1)))).toEqual([])
    expect(kinds(notes, held(event('b', 1)))).toEqual(['lost'])
  })
  test('shows which of them was kept, and that one has to stand from then on', () => {
    const notes = [entered(100, 'a'), settled(100), entered(1900, 'ab'), cut(2000), seen(3000, 'a')]
    expect(kinds(notes, held(event('a', 1)))).toEqual([])
    expect(kinds(notes, held(event('ab', 1)))).toEqual(['lost'])
    expect(kinds([...notes, entered(4000, 'ac')], held(event('a', 1)))).toEqual(['lost'])
  })
  test('keeps every key when it was loaded again', () => {
    const notes: Note[] = [entered(100, 'a'), entered(1900, 'ab'), { ...cut(2000), isReload: true } as Note]
    expect(kinds(notes, held(event('ab', 1)))).toEqual([])
    expect(kinds(notes, held(event('a', 1)))).toEqual(['lost'])
  })
  test('may have lost all since the disk was full, where the page said so', () => {
    const reported = { ...entered(9000, 'abc'), isReportedStored: true } as Note
    const notes = [entered(100, 'a'), settled(100), entered(5000, 'ab'), reported, settled(9000), cut(20_000, 4000)]
    expect(kinds(notes, held(event('a', 1)))).toEqual([])
    expect(kinds(notes, held())).toEqual(['lost'])
  })
})

describe('a unit whose database was set back', () => {
  const forgot: Note = { what: 'forgot', atMs: 10, device: 0 }
  const typed = [entered(1, 'a'), settled(1), entered(2, 'ab'), settled(2), forgot]
  const completed = (text: string, number: number) => event(text, number, { bookmarked: true })
  test('may be completed with what stands there now, at a page that shows what is gone', () => {
    const perhaps: Note = { what: 'perhaps entered', atMs: 11, device: 0, question: 0, values: ['ab [bookmarked]'] }
    const surely = entered(11, 'ab [bookmarked]')
    for (const last of [perhaps, surely])
      expect(kinds([...typed, last, cut(12)], held(event('a', 1), completed('a', 2)))).toEqual([])
    expect(kinds([...typed, surely], held(event('a', 1)))).toEqual(['lost'])
  })
  test('was not completed by anything else, nor with what nobody typed', () => {
    expect(kinds(typed, held(event('a', 1), completed('a', 2)))).toContain('overwritten')
    expect(kinds([...typed, entered(11, 'ab [bookmarked]')], held(completed('x', 2)))).toContain('lost')
  })
})

describe('two devices', () => {
  test('where all had reached the server, the one that goes on replaces it', () => {
    const notes = [entered(1, 'a'), changed(2, 1, 'a'), seen(3, 'a', 1), entered(4, 'ab', 1)]
    expect(kinds(notes, held(event('a', 1), event('ab', 2)))).toEqual([])
    expect(kinds(notes, held(event('ab', 2), event('a', 1)))).toContain('overwritten')
    expect(kinds([entered(1, 'a'), changed(2, 1, 'a'), seen(3, '', 1)], held(event('a', 1)))).toContain('shown')
  })
  test('of two that went on apart one stands, and both are in the history', () => {
    const notes = [entered(1, 'a'), changed(2, 1, ''), seen(3, '', 1), entered(4, 'b', 1)]
    const older = { outcome: 'older', writerId: 'first' } as const
    expect(kinds(notes, held(event('b', 2), event('a', 1, older)))).toEqual([])
    expect(kinds(notes, held(event('b', 2)))).toEqual(['lost'])
    expect(kinds(notes, held(event('b', 2), event('a', 1, older), event('x', 3)))).toEqual(['overwritten'])
  })
  test('after a set-back only what was entered last has to be there, whichever device they were at', () => {
    const notes = [entered(1, 'a'), changed(2, 1, ''), entered(3, 'b', 1), changed(4, 0), entered(5, 'ac')]
    const forgetful = (stored: Stored) => compareAnswers(notes, exam, stored, { isForgetful: true }).map(({ kind }) => kind)
    expect(forgetful(held(event('ac', 2)))).toEqual([])
    expect(forgetful(held(event('b', 2)))).toEqual(['lost'])
    expect(kinds(notes, held(event('ac', 2)))).toEqual(['lost'])
  })
  test('who opened the exam later outranks what was entered elsewhere until then, and not what was entered there since', () => {
    const apart = [entered(1, 'a'), changed(2, 1, ''), seen(3, '', 1), entered(4, 'b', 1)]
    const older = { outcome: 'older' } as const
    expect(kinds(apart, held(event('b', 1, older), event('a', 2)))).toEqual(['overwritten'])
    expect(kinds([...apart, changed(5, 0), entered(6, 'ac')], held(event('b', 1, older), event('ac', 2)))).toEqual([])
  })
  test('what a crash may have taken there outranks nothing, and is not outranked by what was entered before it', () => {
    const notes = [changed(0, 0), changed(1, 1), entered(2, 'b', 1), changed(3, 0, 'b'), entered(4, 'ac'), cut(5)]
    const older = { outcome: 'older' } as const
    expect(kinds(notes, held(event('b', 1, older), event('ac', 2)))).toEqual([])
    expect(kinds(notes, held(event('ac', 1, older), event('b', 2)))).toEqual([])
  })
  test('one that is gone back to may show what it had, and what the other entered stands', () => {
    const notes = [changed(0, 0), changed(1, 1), entered(2, 'a', 1), changed(3, 0, 'a'), seen(4, '')]
    expect(kinds(notes, held(event('a', 1)))).toEqual([])
    expect(kinds(notes, held())).toEqual(['lost'])
  })
  test('what only the first had stands where the second entered nothing there', () => {
    const notes = [entered(1, 'a'), changed(2, 1, ''), seen(3, '', 1)]
    expect(kinds(notes, held(event('a', 1)))).toEqual([])
    expect(kinds(notes, held())).toEqual(['lost'])
  })
})

describe('a question that a last attempt has closed', () => {
  const closed = { ...held(event('right', 1), event('later', 2, { outcome: 'closed' })) }
  const last = { questionId: 'q1', sequence: 1, isLast: true, requestId: 'a' }

  test('keeps what was handed in: what comes later is in the history, and shows no more', () => {
    const stored = { ...closed, attempts: [last] }
    expect(kinds([entered(1, 'right'), entered(2, 'later')], stored)).toEqual([])
    expect(kinds([entered(1, 'right'), entered(2, 'later'), seen(3, 'right')], stored)).toEqual([])
    expect(kinds([entered(1, 'right'), entered(2, 'later'), seen(3, 'else')], stored)).toContain('shown')
  })
  test('is the only one: at others the last answer stands, and it has to be kept everywhere', () => {
    expect(kinds([entered(1, 'right'), entered(2, 'later')], closed)).toContain('overwritten')
    const stored = { ...held(event('right', 1)), attempts: [last] }
    expect(kinds([entered(1, 'right'), entered(2, 'later')], stored)).toContain('lost')
  })
})
