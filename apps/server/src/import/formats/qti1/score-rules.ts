import { comparableText } from '@sitwell/qti/comparable-text'
import { foldCase } from '@sitwell/qti/fold-case'

/** What a condition asks of the responses. `at` is the place of a response that has several, counted from 1. */
export type Test =
  | { readonly is: 'all'; readonly of: readonly Test[] }
  | { readonly is: 'any'; readonly of: readonly Test[] }
  | { readonly is: 'not'; readonly of: Test }
  /** None of the conditions before held. */
  | { readonly is: 'other' }
  | { readonly is: 'never' }
  /** Of a number, where no number was given. */
  | { readonly is: 'empty'; readonly response: string; readonly isNumber?: boolean }
  | { readonly is: 'equal'; readonly response: string; readonly value: Wanted; readonly at?: number }
  | { readonly is: 'compared'; readonly response: string; readonly by: 'gt' | 'gte' | 'lt' | 'lte'; readonly than: number }
  | { readonly is: 'holds'; readonly response: string; readonly value: Wanted }
  /** All that was given, and nothing else. */
  | { readonly is: 'exactly'; readonly response: string; readonly values: readonly Wanted[] }

/** What is compared with: the id of a choice or of a pair, a text, or a number. */
export type Wanted =
  | { readonly as: 'id'; readonly id: string }
  | { readonly as: 'text'; readonly text: string; readonly isExact: boolean }
  | { readonly as: 'number'; readonly number: number }

export interface Change {
  readonly action: 'set' | 'add' | 'subtract' | 'multiply' | 'divide'
  readonly value: number
}

interface ScoreRule {
  readonly test: Test
  readonly changes: readonly Change[]
  /** Whether the rules behind it are looked at where it holds. */
  readonly goesOn: boolean
  /** The feedback that is shown where it holds, by the idents that the item has for it. */
  readonly feedback?: readonly string[]
}

/** How an item of QTI 1.2 comes to its score: what it writes of the one variable that is the score. */
export interface ScoreRules {
  readonly start: number
  readonly least: number | undefined
  readonly most: number | undefined
  readonly rules: readonly ScoreRule[]
}

/** What was given for each response: ids of choices, pairs as `a b`, texts; '' stands where a place is empty. */
export type Given = ReadonlyMap<string, readonly string[]>

/** Where the standard leaves open what is meant: both readings have to come to the same. */
export interface Reading {
  /** Bounds hold for the end alone, and not for each step. */
  readonly isBoundAtEnd: boolean
  /** Only conditions that change the score keep `other` from holding. */
  readonly isOtherOfScores: boolean
}

export const plainText = (text: string): string => comparableText(text).trim()
const folded = (text: string) => foldCase(plainText(text))

/** The number that a text is; undefined if it is none. */
export const numberOfText = (text: string): number | undefined =>
  /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : undefined

const isClose = (one: number, other: number) => Math.abs(one - other) <= 1e-12 * Math.max(Math.abs(one), Math.abs(other))

const fits = (given: string, wanted: Wanted): boolean => {
  if (given.trim() === '') return false
  if (wanted.as === 'id') return given === wanted.id
  if (wanted.as === 'text')
    return wanted.isExact ? plainText(given) === plainText(wanted.text) : folded(given) === folded(wanted.text)
  const number = numberOfText(given)
  return number !== undefined && isClose(number, wanted.number)
}

const holds = (test: Test, given: Given, isOther: boolean): boolean => {
  if (test.is === 'all') return test.of.every((one) => holds(one, given, isOther))
  if (test.is === 'any') return test.of.some((one) => holds(one, given, isOther))
  if (test.is === 'not') return !holds(test.of, given, isOther)
  if (test.is === 'other') return isOther
  if (test.is === 'never') return false
  const values = given.get(test.response) ?? []
  const filled = values.filter((one) => one.trim() !== '')
  switch (test.is) {
    case 'empty':
      return !filled.some((one) => test.isNumber !== true || numberOfText(one) !== undefined)
    case 'equal':
      return (test.at === undefined ? filled : [values[test.at - 1] ?? '']).some((one) => fits(one, test.value))
    case 'exactly':
      return filled.length === test.values.length && test.values.every((wanted) => filled.some((one) => fits(one, wanted)))
    case 'holds':
      return filled.some(
        (one) =>
          test.value.as === 'text' &&
          (test.value.isExact
            ? plainText(one).includes(plainText(test.value.text))
            : folded(one).includes(folded(test.value.text))),
      )
    case 'compared':
      return filled.some((one) => {
        const number = numberOfText(one)
        if (number === undefined) return false
        if (isClose(number, test.than)) return test.by === 'gte' || test.by === 'lte'
        return test.by.startsWith('g') ? number > test.than : number < test.than
      })
  }
}

const changed = (score: number, { action, value }: Change): number => {
  switch (action) {
    case 'set':
      return value
    case 'add':
      return score + value
    case 'subtract':
      return score - value
    case 'multiply':
      return score * value
    case 'divide':
      return score / value
  }
}

/** The score of an answer by rules as they are written. */
export const scoreOf = ({ start, least, most, rules }: ScoreRules, given: Given, reading: Reading): number => {
  const bound = (score: number) =>
    Math.min(most ?? Number.POSITIVE_INFINITY, Math.max(least ?? Number.NEGATIVE_INFINITY, score))
  let score = reading.isBoundAtEnd ? start : bound(start)
  let isOther = true
  for (const { test, changes, goesOn } of rules) {
    if (!holds(test, given, isOther)) continue
    for (const change of changes) score = reading.isBoundAtEnd ? changed(score, change) : bound(changed(score, change))
    if (test.is !== 'other' && (changes.length > 0 || !reading.isOtherOfScores)) isOther = false
    if (!goesOn) break
  }
  return bound(score)
}
