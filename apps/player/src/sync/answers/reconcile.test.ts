import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnswerRecord } from '../../storage/records.ts'
import { reconcile, type ServerAnswer } from './reconcile.ts'

const blank: AnswerRecord = {
  format: 1,
  formRunGuid: 'run',
  questionId: 'q',
  userGuid: 'u',
  answer: { answerText: '', options: [] },
  bookmarked: false,
  workings: '',
  changed: false,
  sequence: 0,
  acknowledged: 0,
  writerId: '',
  changedAt: '',
}
const local = (fields: Partial<AnswerRecord>): AnswerRecord => ({
  ...blank,
  answer: { answerText: 'here', options: [] },
  ...fields,
})
const server = (sequence: number): ServerAnswer => ({
  answer: { answerText: 'there', options: [] },
  sequence,
  bookmarked: true,
  workings: '',
})
const textOf = (record: AnswerRecord) => record.answer.answerText

describe('the answer that a learner comes back to', () => {
  test('that came too late is sent again and still told as late; where the server holds it now, it counts', () => {
    const late = local({ sequence: 5, acknowledged: 5, late: true })
    expect(reconcile(late, server(4), blank).record).toMatchObject({ changed: true, late: true })
    expect(reconcile(late, server(5), blank).record).toMatchObject({ changed: false, late: false })
  })

  //
  test('is what was typed here and not yet saved', () => {
    const { record } = reconcile(local({ changed: true, sequence: 4, acknowledged: 4 }), server(4), blank)
    expect(textOf(record)).toBe('here')
    expect(record.changed).toBe(true)
  })

  //
  test("is the server's where this browser has none", () => {
    expect(textOf(reconcile(undefined, server(4), blank).record)).toBe('there')
    expect(reconcile(undefined, server(4), blank).record.bookmarked).toBe(true)
  })

  //
  test('is the empty one where nobody has any', () => {
    expect(reconcile(undefined, undefined, blank).record).toEqual(blank)
  })

  test('is saved when the server holds the very save whose acknowledgement was lost', () => {
    const { record } = reconcile(local({ sequence: 5, acknowledged: 3 }), server(5), blank)
    expect(record).toMatchObject({ acknowledged: 5, changed: false })
  })

  test('is the newer one of another device, and what was typed here is set aside', () => {
    const typed = local({ changed: true, sequence: 4, acknowledged: 4 })
    const { record, lost } = reconcile(typed, server(9), blank)
    expect(textOf(record)).toBe('there')
    expect(lost).toEqual(typed)
  })

  test('is sent again where the server has lost what it acknowledged', () => {
    const { record } = reconcile(local({ sequence: 6, acknowledged: 6 }), server(2), blank)
    expect(record).toMatchObject({
      changed: false,
      forgotten: true,
      sequence: 6,
      acknowledged: 0,
      answer: { answerText: 'here' },
    })
    // Until it is there again, however often the exam is opened; and no longer.
    expect(reconcile(record, server(2), blank).record).toEqual(record)
    expect(reconcile(record, server(6), blank).record).not.toHaveProperty('forgotten')
    expect(textOf(reconcile(record, server(7), blank).record)).toBe('there')
  })

  test('never loses an unsaved text: it is kept, or set aside', () => {
    const number = fc.nat({ max: 20 })
    fc.assert(
      fc.property(fc.boolean(), number, number, fc.option(number, { nil: undefined }), (changed, a, b, held) => {
        const stored = local({ changed, sequence: Math.max(a, b), acknowledged: Math.min(a, b) })
        const { record, lost } = reconcile(stored, held === undefined ? undefined : server(held), blank)
        if (changed || stored.acknowledged < stored.sequence) expect([textOf(record), lost && textOf(lost)]).toContain('here')
        if (held !== undefined && held > stored.sequence) expect(textOf(record)).toBe('there')
        expect(record.acknowledged).toBeLessThanOrEqual(record.sequence)
      }),
    )
  })
})
