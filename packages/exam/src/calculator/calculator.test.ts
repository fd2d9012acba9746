import { describe, expect, test } from 'vitest'
import {
  type CalculatorKey,
  clearedCalculator,
  type EvaluationMode,
  evaluationMode,
  extraKeys,
  keyRows,
  press,
} from './calculator.ts'

const named: Readonly<Record<string, CalculatorKey>> = { C: 'clear', '<': 'back', '±': 'sign', '%': 'percent', '√': 'root' }
// Boundary: every other character of a test's keys is a key itself.
const keysOf = (typed: string) => [...typed].map((one) => named[one] ?? (one as CalculatorKey))

/** `C` clears, `<` is back; the rest is as it stands on the buttons. */
const after = (typed: string, mode: EvaluationMode = 0) =>
  keysOf(typed).reduce((state, key) => press(state, key, mode), clearedCalculator)
const shown = (typed: string, mode: EvaluationMode = 0) => after(typed, mode).entry

describe('keys', () => {
  // CALC-306
  test('digits and the point are taken up to sixteen characters, operators and all', () => {
    expect(shown('12345678901234567')).toBe('1234567890123456')
    expect(shown('123456789012345.6')).toBe('123456789012345.')
    expect(shown('1234567+89012345678')).toBe('1234567+89012345')
    expect(shown('123456789012345+-')).toBe('123456789012345+')
  })

  test('a key without space shows that, until another key is accepted', () => {
    const isFull = (typed: string) => after(typed).isFull
    expect(isFull('1234567890123456')).toBe(false)
    for (const more of ['7', '.', '+', '±']) expect(isFull(`1234567890123456${more}`), more).toBe(true)
    for (const again of ['<', 'C', '=', '<7']) expect(isFull(`1234567890123456+${again}`), again).toBe(false)
    // What would not have been taken with room either is no question of room.
    expect(isFull('123456789012345+*')).toBe(false)
    expect(isFull('12345678901234.5.')).toBe(false)
    // A result leaves room for a whole new entry.
    expect(isFull('2+3=12345678901234567')).toBe(true)
    expect(isFull('2+3=1234567890123456')).toBe(false)
  })

  // CALC-307
  test('each number takes one decimal point', () => {
    expect(shown('1.2.3')).toBe('1.23')
    expect(shown('1.2+.3.4')).toBe('1.2+.34')
    expect(shown('1.5-2..5')).toBe('1.5-2.5')
  })

  // CALC-308
  test('an operator is taken after a digit alone', () => {
    expect(shown('+5')).toBe('5')
    expect(shown('*/+')).toBe('')
    expect(shown('5+*/3')).toBe('5+3')
    expect(shown('5.+3')).toBe('5.3')
  })

  // CALC-309
  test('a minus is taken as a sign too, at the start or after an operator, once', () => {
    expect(shown('-5')).toBe('-5')
    expect(shown('--5')).toBe('-5')
    expect(shown('5*-3')).toBe('5*-3')
    expect(shown('5---3')).toBe('5--3')
    expect(shown('5--3=')).toBe('8')
    expect(shown('-+5')).toBe('-5')
  })

  // CALC-311 CALC-312
  test('C empties it, back takes the last character', () => {
    expect(after('12+3C')).toEqual(clearedCalculator)
    expect(shown('12+3<')).toBe('12+')
    expect(shown('1<<<')).toBe('')
    expect(shown('2*3.5=<')).toBe('')
    expect(shown('25*5=<')).toBe('12')
    expect(shown('25*5=<4')).toBe('124')
  })

  // CALC-313
  test('± turns the sign of the last number', () => {
    expect(shown('5±')).toBe('-5')
    expect(shown('5±±')).toBe('5')
    expect(shown('5+12±')).toBe('5+-12')
    expect(shown('5-3±')).toBe('5--3')
    expect(shown('5-3±±')).toBe('5-3')
    expect(shown('5*±')).toBe('5*')
    expect(shown('±')).toBe('')
    expect(shown('2+3=±')).toBe('-5')
  })

  // CALC-318
  test('after a result a digit or a point starts a new entry, an operator continues with the result', () => {
    expect(shown('2+3=7')).toBe('7')
    expect(shown('2+3=.5')).toBe('.5')
    expect(shown('2+3=*2=')).toBe('10')
    expect(shown('2+3=±4')).toBe('4')
  })

  test('a long result leaves room to calculate on', () => {
    expect(shown('99999999999998/3=')).toBe('33333333333332.666666667')
    expect(shown('99999999999998/3=*3=')).toBe('99999999999998.000000001')
  })
})

describe('the result of equals', () => {
  // CALC-304 CALC-310
  test.each([
    ['2+3*4=', '14'],
    ['10-5+3=', '8'],
    ['2*3+4*5=', '26'],
    ['20/4/5=', '1'],
    ['7-6/3*2=', '3'],
    ['-2*-3=', '6'],
  ])('mode 0: %s is %s', (typed, value) => expect(shown(typed, 0)).toBe(value))

  // CALC-305
  test.each([
    ['2+3*4=', '20'],
    ['2*3+4*5=', '50'],
    ['7-6/4*2=', '0.5'],
    ['1+2-3*4/8=', '0'],
  ])('mode 1: %s is %s', (typed, value) => expect(shown(typed, 1)).toBe(value))

  // CALC-316 CALC-317 CALC-319
  test.each([
    ['0.1+0.2=', '0.3'],
    ['1/3=', '0.333333333'],
    ['2/3=', '0.666666667'],
    ['1/3*3=', '1'],
    ['1.50+1.50=', '3'],
    ['10/4=', '2.5'],
    ['.0000000005*1=', '0.000000001'],
    ['.0000000004*1=', '0'],
    ['-.0000000004*1=', '0'],
    ['007=', '7'],
    ['5.=', '5'],
  ])('%s is %s', (typed, value) => expect(shown(typed)).toBe(value))

  test('an incomplete expression stays unchanged', () => {
    for (const typed of ['', '-', '.', '5+', '5+-', '5*.']) expect(shown(`${typed}=`)).toBe(typed)
    for (const typed of ['', '-', '5+']) expect(shown(`${typed}√`)).toBe(typed)
  })

  test('the result is shown below its expression', () => {
    expect(after('2+3=')).toMatchObject({ from: '2+3 =', isResult: true })
    expect(after('2+3=4').from).toBe('')
    expect(after('9√').from).toBe('√9')
    expect(after('9+7√').from).toBe('√(9+7)')
  })
})

describe('percent and root', () => {
  // CALC-314
  test.each([
    ['200+10%', '220'],
    ['200-10%', '180'],
    ['200*10%', '20'],
    ['200/10%', '2000'],
    ['-50*10%', '-5'],
  ])('%s is %s', (typed, value) => expect(shown(typed)).toBe(value))

  // CALC-314
  test('percent takes number, operator, number, and nothing else', () => {
    for (const typed of ['50', '', '50+', '1+2+3', '-5']) expect(shown(`${typed}%`)).toBe(typed)
  })

  // CALC-316 CALC-319
  test('a percentage has eight decimals', () => {
    expect(shown('1/3%')).toBe('33.33333333')
    expect(shown('.1*.000005%')).toBe('0.00000001')
  })

  // CALC-315
  test('the root is that of the evaluated value', () => {
    expect(shown('9√')).toBe('3')
    expect(shown('9+7√')).toBe('4')
    expect(shown('2√')).toBe('1.414213562')
    expect(shown('1+2*4√', 0)).toBe('3')
    expect(shown('1+2*3√', 1)).toBe('3')
  })
})

describe('expressions without a result', () => {
  test.each([
    ['5/0=', 'division-by-zero'],
    ['0/0=', 'division-by-zero'],
    ['5/0%', 'division-by-zero'],
    ['1/0√', 'division-by-zero'],
    ['2/0.0+1=', 'division-by-zero'],
    ['-4√', 'root-of-negative'],
  ])('%s shows the fault and keeps the expression', (typed, fault) => {
    const state = after(typed)
    expect(state).toMatchObject({ fault, isResult: false })
    expect(state.entry).toBe(typed.slice(0, -1))
  })

  test('a number of more than sixteen digits before the point is too large', () => {
    const state = after('9999999*99999999=*99=')
    expect(state).toMatchObject({ fault: 'too-large', isResult: false, entry: '999999890000001*99' })
  })

  test('after a fault a digit or a minus starts a new entry, back repairs it, C clears it, and other keys do nothing', () => {
    expect(after('5/0=7')).toEqual({ ...clearedCalculator, entry: '7' })
    expect(after('5/0=-')).toEqual({ ...clearedCalculator, entry: '-' })
    expect(after('5/0=<')).toEqual({ ...clearedCalculator, entry: '5/' })
    expect(after('5/0=C')).toEqual(clearedCalculator)
    for (const key of '=+*/±%√') expect(after(`5/0=${key}`)).toEqual(after('5/0='))
  })
})

describe('the buttons', () => {
  // CALC-321
  test('stand in their rows', () => {
    expect(keyRows.map((row) => row.join(' '))).toEqual(['clear back sign +', '7 8 9 *', '4 5 6 -', '1 2 3 /', '0 . ='])
  })

  // CALC-302 CALC-303 CALC-322
  test('value 1 adds percent, value 2 the root, other bits nothing', () => {
    expect([0, 1, 2, 3, 4, 7].map(extraKeys)).toEqual([[], ['percent'], ['root'], ['percent', 'root'], [], ['percent', 'root']])
  })

  test('only 1 is left-to-right evaluation', () => {
    expect([0, 1, 2, -1].map(evaluationMode)).toEqual([0, 1, 0, 0])
  })
})
