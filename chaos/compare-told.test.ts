import { expect, test } from 'vitest'
import type { Fault } from './compare.ts'
import { compareTold } from './compare-told.ts'
import type { Note } from './notes.ts'

const lost: Fault = { kind: 'lost', question: 1, detail: 'it is nowhere' }
const told = (...questions: number[]): Note => ({ what: 'told missing', atMs: 1, device: 0, questions })
const whole: Note = { what: 'told whole', atMs: 2, device: 0 }
const kinds = (notes: Note[], isHopeless = true) => {
  const found = compareTold(notes, [lost, { kind: 'log', detail: 'a move' }], { isHopeless, isForgetful: false })
  return { told: found.told.map(({ kind }) => kind), untold: found.untold.map(({ kind }) => kind) }
}

test('what could not come, and was told of, is no fault', () => {
  expect(kinds([told(1)])).toEqual({ told: ['lost'], untold: ['log'] })
  expect(kinds([told(-1)])).toEqual({ told: ['lost'], untold: ['log'] })
})

test('what was not told of is one twice: it is lost, and nobody knows', () => {
  for (const notes of [[], [told(0)], [told(1), whole], [told(1), whole, told(0)]])
    expect(kinds(notes)).toEqual({ told: [], untold: ['lost', 'log', 'untold'] })
})

test('what a device has told of stays told, whatever another says or hands in; its own word and file count against it', () => {
  const on = (device: number): Note => ({ what: 'told missing', atMs: 1, device, questions: [1] })
  const handedIn: Note = { what: 'handed in', atMs: 3, device: 0 }
  const untold = (notes: Note[]) =>
    compareTold(notes, [lost], { isHopeless: true, isForgetful: false }).untold.map(({ kind }) => kind)
  expect(untold([on(1), whole, handedIn])).toEqual([])
  expect(untold([on(0), handedIn])).toEqual(['lost'])
  expect(untold([on(0), whole, handedIn])).toEqual(['lost', 'untold'])
})

test('what could have come is lost, though it was told of', () => {
  expect(kinds([told(1)], false)).toEqual({ told: [], untold: ['lost', 'log'] })
})

test('a file that a set-back has taken is no fault where the page names it last, and else one twice', () => {
  const file: Fault = { kind: 'lost', lostFile: 'a', detail: 'the file a is not there' }
  const lostFiles = (...files: string[]): Note => ({ what: 'told lost files', atMs: 1, device: 0, files })
  const found = (notes: Note[], isForgetful: boolean) =>
    compareTold(notes, [file], { isHopeless: !isForgetful, isForgetful }).untold.map(({ kind }) => kind)
  expect(found([lostFiles('a')], true)).toEqual([])
  expect(found([lostFiles('a')], false)).toEqual(['lost'])
  for (const notes of [[], [lostFiles('b')], [lostFiles('a'), lostFiles()]])
    expect(found(notes, true)).toEqual(['lost', 'untold'])
})
