import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CalculatorKey, clearedCalculator, type EvaluationMode, keyRows, maxEntryCharacters, press } from './calculator.ts'

const keys: readonly CalculatorKey[] = [...keyRows.flat(), 'percent', 'root']
const anyKeys = fc.array(fc.constantFrom(...keys), { maxLength: 60 })
const anyMode = fc.constantFrom<EvaluationMode>(0, 1)
const run = (pressed: readonly CalculatorKey[], mode: EvaluationMode) =>
  pressed.reduce((state, key) => press(state, key, mode), clearedCalculator)

const Decimal = Big()
Decimal.DP = 60

const values = {
  '+': (left: Big, right: Big) => left.plus(right),
  '-': (left: Big, right: Big) => left.minus(right),
  '*': (left: Big, right: Big) => left.times(right),
  '/': (left: Big, right: Big) => left.div(right),
} as const
type Operator = keyof typeof values

/** Another way than the calculator's: splits at the operator that is applied last, and works out both sides by themselves. */
const expected = (numbers: readonly string[], operators: readonly Operator[], mode: EvaluationMode): Big => {
  const weak = operators.findLastIndex((operator) => operator === '+' || operator === '-')
  const last = mode === 1 || weak === -1 ? operators.length - 1 : weak
  const operator = operators[last]
  if (operator === undefined) return Decimal(numbers[0] ?? '0')
  const left = expected(numbers.slice(0, last + 1), operators.slice(0, last), mode)
  return values[operator](left, expected(numbers.slice(last + 1), operators.slice(last + 1), mode))
}

/** Short numbers, so that several of them fit into one entry. */
const anyNumber = fc
  .tuple(fc.nat(999), fc.constantFrom('', '.5', '.25', '.1', '.07'))
  .map(([whole, decimals]) => `${whole}${decimals}`)
const anySum = fc
  .array(fc.tuple(fc.constantFrom<Operator>('+', '-', '*', '/'), anyNumber), { maxLength: 4 })
  .chain((rest) => anyNumber.map((first) => ({ first, rest })))
  .filter(({ first, rest }) => [first, ...rest.flat()].join('').length <= maxEntryCharacters)

describe('any presses at all', () => {
  test('leave something well-formed that is bounded in length, and never throw', () => {
    fc.assert(
      fc.property(anyKeys, anyMode, (pressed, mode) => {
        const { entry, carried, isResult, fault } = run(pressed, mode)
        expect(entry).toMatch(/^(-?[\d.]*[-+*/])*-?[\d.]*$/)
        expect(entry).not.toMatch(/\d*\.\d*\.|[-+*/]{3}|^[+*/]|^--/)
        expect(entry.length - carried).toBeLessThanOrEqual(Math.max(maxEntryCharacters, 27))
        if (isResult) expect(entry).toMatch(/^-?(0|[1-9]\d{0,15})(\.\d{0,8}[1-9])?$/)
        expect(isResult && fault !== undefined).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('ten thousand of them end like few', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => keys[(index * 7919) % keys.length] ?? '1')
    expect(run(many, 0).entry.length).toBeLessThan(50)
    expect(run([...many, 'clear', '2', '+', '2', '='], 0).entry).toBe('4')
  })
})

describe('against the library', () => {
  // CALC-304 CALC-305 CALC-310 CALC-316 CALC-317
  test('equals answers what it works out, rounded, in either mode', () => {
    fc.assert(
      fc.property(anySum, anyMode, ({ first, rest }, mode) => {
        const typed = [first, ...rest.flat()].join('')
        // Boundary: digits, points and operators are keys each.
        const state = run([...typed, '='] as CalculatorKey[], mode)
        const numbers = [first, ...rest.map(([, number]) => number)]
        const operators = rest.map(([operator]) => operator)
        const isByZero = rest.some(([operator, number]) => operator === '/' && Number(number) === 0)
        if (isByZero) {
          expect(state.fault).toBe('division-by-zero')
          return
        }
        const value = expected(numbers, operators, mode).round(9, 1)
        expect(state).toMatchObject({ entry: value.eq(0) ? '0' : value.toFixed(), isResult: true })
      }),
      { numRuns: 2000 },
    )
  })

  // CALC-313
  test('± twice is nothing, and once turns the value of a number', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        const typed = [...number] as CalculatorKey[]
        expect(run([...typed, 'sign', 'sign'], 0)).toEqual(run(typed, 0))
        expect(
          Decimal(run([...typed, 'sign'], 0).entry)
            .plus(Decimal(number))
            .eq(0),
        ).toBe(true)
      }),
    )
  })
})
