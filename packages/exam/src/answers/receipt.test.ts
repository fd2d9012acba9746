import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answersChecksum, canonicalAnswers, countGiven, type ReceiptAnswer, readReceipt, writeReceipt } from './receipt.ts'

const option = fc.record({ optionID: fc.string({ maxLength: 4 }), optionText: fc.string({ unit: 'grapheme', maxLength: 6 }) })
const anyAnswer: fc.Arbitrary<ReceiptAnswer> = fc.record({
  questionId: fc.stringMatching(/^[\w.:-]{1,6}$/),
  answer: fc.record(
    {
      answerText: fc.string({ unit: 'binary', maxLength: 8 }),
      options: fc.array(option, { maxLength: 3 }),
      otherText: fc.string({ maxLength: 4 }),
    },
    { requiredKeys: ['answerText'] },
  ),
  workings: fc.string({ unit: 'grapheme', maxLength: 4 }),
})
const anyAnswers = fc.uniqueArray(anyAnswer, { selector: ({ questionId }) => questionId, maxLength: 6 })
const blank = (questionId: string): ReceiptAnswer => ({ questionId, answer: { answerText: '', options: [] }, workings: '' })
const { subtle } = globalThis.crypto

describe('the canonical form', () => {
  test('a receipt does not depend on the order of answers, and survives JSON', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const canonical = canonicalAnswers(answers)
        expect(canonicalAnswers([...answers].reverse())).toBe(canonical)
        // Boundary: what a database or a call does to it.
        expect(canonicalAnswers(JSON.parse(JSON.stringify(answers)) as ReceiptAnswer[])).toBe(canonical)
      }),
    )
  })

  test('takes a question without anything as one that was never saved', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const ids = new Set(answers.map(({ questionId }) => questionId))
        fc.pre(!ids.has('none'))
        expect(canonicalAnswers([...answers, blank('none')])).toBe(canonicalAnswers(answers))
        expect(countGiven([...answers, blank('none'), { ...blank('w'), workings: '1+1' }])).toBe(countGiven(answers))
      }),
    )
  })

  test('differs by each thing that differs', () => {
    const one: ReceiptAnswer = {
      questionId: 'q1',
      answer: { answerText: 'Otter', options: [{ optionID: '2', optionText: 'Otter' }] },
      workings: '',
    }
    const others: ReceiptAnswer[] = [
      { ...one, questionId: 'q2' },
      { ...one, workings: '1' },
      { ...one, answer: { ...one.answer, answerText: 'otter' } },
      { ...one, answer: { ...one.answer, otherText: '' } },
      { ...one, answer: { ...one.answer, options: [] } },
      { ...one, answer: { ...one.answer, options: [{ optionID: '2O', optionText: 'tter' }] } },
    ]
    expect(new Set([one, ...others].map((each) => canonicalAnswers([each]))).size).toBe(7)
  })
})

describe('the checksum', () => {
  test('a receipt is the SHA-256 of form run and answers, as computed by Node', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswers, async (answers) => {
        const expected = createHash('sha256')
          .update(`run\n${canonicalAnswers(answers)}`)
          .digest('hex')
        expect(await answersChecksum('run', answers, subtle)).toBe(expected)
      }),
      { numRuns: 50 },
    )
  })

  test('stays what it was: receipts are kept for years', async () => {
    const answers: ReceiptAnswer[] = [
      { questionId: 'q2', answer: { answerText: 'مرحبا “x” \u0000', otherText: 'more' }, workings: '6.50 × 17\n= 110.50' },
      { questionId: 'q1', answer: { answerText: 'B', options: [{ optionID: 'b', optionText: 'B' }] }, workings: '' },
    ]
    expect(canonicalAnswers(answers)).toBe(
      '[["q1","B",[["b","B"]],null,""],["q2","مرحبا “x” \\u0000",[],"more","6.50 × 17\\n= 110.50"]]',
    )
    expect(await answersChecksum('run-1', answers, subtle)).toBe(
      'edd2695dea4fbf9820a34e4e769189549902c903e919f934db4cb9dd8505aa04',
    )
  })
})

describe('a receipt as a line', () => {
  const receipt = {
    formRunGuid: '5e1c2f0e-0000-4000-8000-000000000001',
    completedAt: '2026-11-21T17:50:00.123Z',
    answers: 12,
    checksum: '0123456789abcdef'.repeat(4),
  }

  test('a receipt can be read with line breaks and in capitals', () => {
    const line = writeReceipt(receipt)
    expect(readReceipt(line)).toEqual(receipt)
    expect(readReceipt(` ${line.slice(0, 40)}\n  ${line.slice(40)}\n`)).toEqual(receipt)
    expect(readReceipt(line.replace(receipt.checksum, receipt.checksum.toUpperCase()))).toEqual(receipt)
  })

  test('a receipt contains the hash of the ledger if there is one, and is unchanged otherwise', () => {
    const ledger = 'fedcba9876543210'.repeat(4)
    const line = writeReceipt({ ...receipt, ledger })
    expect(readReceipt(line)).toEqual({ ...receipt, ledger })
    expect(readReceipt(writeReceipt(receipt))).not.toHaveProperty('ledger')
    expect(writeReceipt(receipt)).toBe(
      `sitwell-1/${receipt.formRunGuid}/${receipt.completedAt}/${receipt.answers}/${receipt.checksum}`,
    )
    for (const wrong of [line.slice(0, -1), `${line}/x`, line.replace('sitwell-2', 'sitwell-1')])
      expect(readReceipt(wrong)).toBeUndefined()
  })

  test('a receipt ends with late answers, and earlier receipts can still be read', () => {
    const ledger = 'fedcba9876543210'.repeat(4)
    const late = { counted: 1, waiting: 2, notCounted: { late: 3, paused: 0, closed: 4, markTold: 5 } }
    const line = writeReceipt({ ...receipt, ledger, late, saves: 31 })
    expect(line).toBe(
      `sitwell-3/${receipt.formRunGuid}/${receipt.completedAt}/${receipt.answers}/${receipt.checksum}/${ledger}/31/1.2.3.0.4.5`,
    )
    expect(readReceipt(line)).toEqual({ ...receipt, ledger, late, saves: 31 })
    expect(readReceipt(writeReceipt({ ...receipt, ledger, late }))).toEqual({ ...receipt, ledger })
    expect(readReceipt(`sitwell-2/${line.split('/').slice(1, 6).join('/')}`)).toEqual({ ...receipt, ledger })
    for (const wrong of [
      `${line}.0`,
      `${line}/x`,
      line.slice(0, -2),
      line.replace('/31/', '//'),
      line.replace('sitwell-3', 'sitwell-2'),
    ])
      expect(readReceipt(wrong)).toBeUndefined()
  })

  test('a receipt with missing or additional data is refused', () => {
    const line = writeReceipt(receipt)
    for (const wrong of ['', 'sitwell-2', line.slice(0, -1), `${line}0`, `${line}/x`, line.replace('/12/', '/twelve/')])
      expect(readReceipt(wrong)).toBeUndefined()
    fc.assert(fc.property(fc.string(), (any) => void expect(readReceipt(any)).toBeUndefined()))
  })
})
