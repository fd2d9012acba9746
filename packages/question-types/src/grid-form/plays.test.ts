import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonFields } from '../testing/arbitrary.ts'
import { everyComponent } from '../testing/grid-form.ts'
import { isFieldValue } from './field-value.ts'
import { fieldsOf } from './form.ts'
import { emptyGridAnswer } from './grid-answer.ts'
import { heardInForm } from './heard-marking.ts'
import { furthestPlays, playsIn, writePlays } from './plays.ts'
import { gridFormRules as rules } from './rules.ts'

const form = rules.publicQuestion.parse({ ...commonFields('QGRID'), ...everyComponent })
const answered = (call: string) => ({ ...emptyGridAnswer, values: new Map(call === '' ? [] : [['call', call]]) })

describe('the plays of a recording', () => {
  test.each([
    ['1', true],
    ['2@35', true],
    ['3', false],
    ['0', false],
    ['1@', false],
    ['-1', false],
    ['1@5 2@5', false],
  ])('"%s" may be saved where two are allowed: %s', (value, may) => {
    const field = fieldsOf(form).find(({ id }) => id === 'call')
    expect(field && isFieldValue(field, value)).toBe(may)
  })

  test('read back as they were written', () => {
    const plays = fc.record({
      count: fc.integer({ min: 1, max: 999 }),
      atSeconds: fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(plays, (one) => {
        expect(playsIn(writePlays(one))).toEqual(one)
      }),
    )
  })

  test('are the furthest that any save says, in whatever order the saves came', () => {
    const saves = ['1@3', '', '2@4', '1', '2@9', '2@0']
    expect(writePlays(furthestPlays(saves))).toBe('2@9')
    expect(writePlays(furthestPlays([...saves].reverse()))).toBe('2@9')
    expect(writePlays(furthestPlays([...saves, '2']))).toBe('2')
    expect(writePlays(furthestPlays(['', undefined, 'x']))).toBe('')
    const heard = heardInForm(form)
    expect(heard?.(saves.map((save) => rules.toWire(form, answered(save))))).toEqual({ call: '2@9' })
    expect(heard?.([])).toEqual({})
  })

  test('are sent at once where one began or ended, and not for how far it is', () => {
    expect(rules.sendsNow?.(form, answered(''), answered('1@0'))).toBe(true)
    expect(rules.sendsNow?.(form, answered('1'), answered('2@0'))).toBe(true)
    expect(rules.sendsNow?.(form, answered('1@0'), answered('1@5'))).toBe(false)
    expect(rules.sendsNow?.(form, answered('1@5'), answered('1'))).toBe(true)
    expect(rules.sendsNow?.(form, answered('1'), answered('1'))).toBe(false)
  })
})
