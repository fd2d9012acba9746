import { expect, test } from 'vitest'
import type { Fault } from './compare.ts'
import { compareReported } from './compare-reported.ts'
import type { Note } from './notes.ts'

const lost: Fault = { kind: 'lost', question: 1, detail: 'it is nowhere' }
const reportedMissing = (...questions: number[]): Note => ({ what: 'told missing', atMs: 1, device: 0, questions })
const whole: Note = { what: 'told whole', atMs: 2, device: 0 }
const kinds = (notes: Note[], isHopeless = true) => {
  const found = compareReported(notes, [lost, { kind: 'log', detail: 'a move' }], { isHopeless, isForgetful: false })
  return { reported: found.reported.map(({ kind }) => kind), unreported: found.unreported.map(({ kind }) => kind) }
}

test('what could not come, and was told of, is no fault', () => {
  expect(kinds([reportedMissing(1)])).toEqual({ reported: ['lost'], unreported: ['log'] })
  expect(kinds([reportedMissing(-1)])).toEqual({ reported: ['lost'], unreported: ['log'] })
})

test('what was not told of is one twice: it is lost, and nobody knows', () => {
  for (const notes of [[], [reportedMissing(0)], [reportedMissing(1), whole], [reportedMissing(1), whole, reportedMissing(0)]])
    expect(kinds(notes)).toEqual({ reported: [], unreported: ['lost', 'log', 'untold'] })
})

test('what a device has told of stays told, whatever another says or hands in; its own word and file count against it', () => {
  const on = (device: number): Note => ({ what: 'told missing', atMs: 1, device, questions: [1] })
  const handedIn: Note = { what: 'handed in', atMs: 3, device: 0 }
  const unreported = (notes: Note[]) =>
    compareReported(notes, [lost], { isHopeless: true, isForgetful: false }).unreported.map(({ kind }) => kind)
  expect(unreported([on(1), whole, handedIn])).toEqual([])
  expect(unreported([on(0), handedIn])).toEqual(['lost'])
  expect(unreported([on(0), whole, handedIn])).toEqual(['lost', 'untold'])
})

test('what could have come is lost, though it was told of', () => {
  expect(kinds([reportedMissing(1)], false)).toEqual({ reported: [], unreported: ['lost', 'log'] })
})

test('a file that a set-back has taken is no fault where the page names it last, and else one twice', () => {
  const file: Fault = { kind: 'lost', lostFile: 'a', detail: 'the file a is not there' }
  const lostFiles = (...files: string[]): Note => ({ what: 'told lost files', atMs: 1, device: 0, files })
  const found = (notes: Note[], isForgetful: boolean) =>
    compareReported(notes, [file], { isHopeless: !isForgetful, isForgetful }).unreported.map(({ kind }) => kind)
  expect(found([lostFiles('a')], true)).toEqual([])
  expect(found([lostFiles('a')], false)).toEqual(['lost'])
  for (const notes of [[], [lostFiles('b')], [lostFiles('a'), lostFiles()]])
    expect(found(notes, true)).toEqual(['lost', 'untold'])
})
