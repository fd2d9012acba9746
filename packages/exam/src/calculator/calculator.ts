import {
  type Calculated,
  type CalculatorFault,
  type EvaluationMode,
  evaluate,
  percent,
  squareRoot,
} from './calculator-arithmetic.ts'
import { lastNumberAt, type Operator, operators, readExpression } from './calculator-expression.ts'

export type { CalculatorFault, EvaluationMode } from './calculator-arithmetic.ts'
export type { Operator } from './calculator-expression.ts'

export type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'
export type CalculatorKey = Digit | '.' | Operator | '=' | 'clear' | 'back' | 'sign' | 'percent' | 'root'

/** Most characters that can be keyed in (decisions). A result that is calculated on with doesn't use them up. */
export const maxEntryCharacters = 16

/** The calculator between two presses of its keys. */
export interface Calculator {
  /** What was keyed in, or the result. */
  readonly entry: string
  /** The entry is a result: a digit starts a new one, an operator continues with it. */
  readonly isResult: boolean
  /** Characters at the beginning of the entry that are an earlier result. */
  readonly carried: number
  /** What the result came of, to be shown above it; empty while something is keyed in. */
  readonly from: string
  /** Why the entry has no result. */
  readonly fault: CalculatorFault | undefined
  /** The last key was one too many: it found no room, and nobody may take the entry for what they keyed in. */
  readonly isFull: boolean
}

export const clearedCalculator: Calculator = {
  entry: '',
  isResult: false,
  carried: 0,
  from: '',
  fault: undefined,
  isFull: false,
}

const entered = (entry: string, carried = 0): Calculator => ({
  ...clearedCalculator,
  entry,
  carried: Math.min(carried, entry.length),
})

const hasRoom = ({ entry, carried }: Calculator) => entry.length - carried < maxEntryCharacters

const full = (state: Calculator): Calculator => (state.isFull ? state : { ...state, isFull: true })

const isOperatorKey = (key: CalculatorKey): key is Operator => operators.some((operator) => operator === key)

const endsInDigit = (entry: string) => /\d$/.test(entry)

/** A minus as a sign: at the start, or after an operator that is not a sign itself (spec 3 §5). */
const mayBeSigned = (entry: string) => entry === '' || /\d[-+*/]$/.test(entry)

const pressDigit = (state: Calculator, key: Digit | '.'): Calculator => {
  // After a result or a fault a new entry begins.
  const before = state.isResult || state.fault ? clearedCalculator : state
  if (key === '.' && before.entry.slice(lastNumberAt(before.entry)).includes('.')) return state
  if (!hasRoom(before)) return full(state)
  return entered(before.entry + key, before.carried)
}

const pressOperator = (state: Calculator, key: Operator): Calculator => {
  const before = state.fault ? clearedCalculator : state
  const carried = before.isResult ? before.entry.length : before.carried
  const isAllowed = endsInDigit(before.entry) || (key === '-' && mayBeSigned(before.entry))
  if (!isAllowed) return state
  return hasRoom({ ...before, carried }) ? entered(before.entry + key, carried) : full(state)
}

const pressBack = ({ entry, carried, isResult }: Calculator): Calculator =>
  entered(entry.slice(0, -1), isResult ? entry.length : carried)

const pressSign = (state: Calculator): Calculator => {
  const { entry, carried } = state
  const at = lastNumberAt(entry)
  const number = entry.slice(at)
  if (number === '' || state.fault) return state
  if (number.startsWith('-')) {
    const shorter = entry.slice(0, at) + number.slice(1)
    return { ...state, entry: shorter, carried: at < carried ? carried - 1 : carried, isFull: false }
  }
  if (state.isResult) return { ...state, entry: `-${entry}` }
  return hasRoom(state)
    ? { ...state, entry: `${entry.slice(0, at)}-${number}`, carried: at < carried ? carried + 1 : carried }
    : full(state)
}

const answered = (state: Calculator, calculated: Calculated | undefined, from: string): Calculator => {
  if (calculated === undefined || state.fault) return state
  if (!calculated.ok) return { ...state, isResult: false, from: '', fault: calculated.fault, isFull: false }
  return { ...clearedCalculator, entry: calculated.value, isResult: true, from }
}

/** What a press of a key makes of the calculator (spec 3 §5). A key that isn't accepted changes nothing: it answers `state`. */
export const press = (state: Calculator, key: CalculatorKey, mode: EvaluationMode): Calculator => {
  if (key === 'clear') return clearedCalculator
  if (key === 'back') return pressBack(state)
  if (key === 'sign') return pressSign(state)
  if (isOperatorKey(key)) return pressOperator(state, key)
  if (key !== '=' && key !== 'percent' && key !== 'root') return pressDigit(state, key)
  const expression = readExpression(state.entry)
  if (!expression) return state
  const { entry } = state
  if (key === '=') return answered(state, evaluate(expression, mode), `${entry} =`)
  if (key === 'percent') return answered(state, percent(expression), `${entry} %`)
  return answered(state, squareRoot(expression, mode), expression.numbers.length > 1 ? `√(${entry})` : `√${entry}`)
}

/** The setting as a mode; anything but 1 is plain expression evaluation. */
export const evaluationMode = (setting: number): EvaluationMode => (setting === 1 ? 1 : 0)

/** Which extra buttons there are: value 1 percent, value 2 square root (spec 3 §3, decisions). */
export const extraKeys = (flag: number): ('percent' | 'root')[] => [
  ...((flag & 1) !== 0 ? (['percent'] as const) : []),
  ...((flag & 2) !== 0 ? (['root'] as const) : []),
]

/** The rows of buttons, from the top (spec 3 §9). The extra row stands apart, if there is one. */
export const keyRows: readonly (readonly CalculatorKey[])[] = [
  ['clear', 'back', 'sign', '+'],
  ['7', '8', '9', '*'],
  ['4', '5', '6', '-'],
  ['1', '2', '3', '/'],
  ['0', '.', '='],
]
