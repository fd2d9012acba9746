import { type RuleKey, ruleKeys } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { windowOf } from '../../assessment/schedules/results-window.ts'
import { idleMinutesOf } from '../../http/office/office-limits.ts'
import { readRetention } from '../../privacy/retention.ts'
import { rememberDays } from '../../security/mfa/remember.ts'
import { isSetOn } from '../../security/organisation/organisation-setting.ts'
import { sessionLimits } from '../../security/sessions/session-limits.ts'
import { type Rule, readRule, ruleProblem, writeField, writeSetting } from './rule.ts'
import { nameOfRule, rulesOf } from './rules.ts'

const rules = rulesOf({ orgId: 1, product: 'Player' })

/** Values that a rule takes. */
const valuesOf = (rule: Rule): fc.Arbitrary<string> => {
  switch (rule.kind) {
    case 'switch':
      return fc.constantFrom('on', 'off')
    case 'number': {
      const whole = fc.integer({ min: Math.ceil(rule.least), max: rule.most }).map(String)
      return rule.isWhole
        ? whole
        : fc.oneof(
            whole,
            fc.integer({ min: 1, max: 9 }).map((tenth) => `0.${tenth}`),
          )
    }
    case 'choice':
      return fc.constantFrom(...rule.options)
    case 'several':
      return fc.uniqueArray(fc.constantFrom(...rule.options), { minLength: 1 }).map((some) => some.join(','))
    case 'text':
      return fc.constantFrom('https://example.org/admin', 'https://example.org')
    default:
      return fc
        .uniqueArray(fc.constantFrom('https://a.example', 'https://b.example:8443', 'http://c.example'), { minLength: 1 })
        .map((some) => some.join('\n'))
  }
}

const anyRule = fc.constantFrom(...ruleKeys).chain((key) => fc.tuple(fc.constant(rules[key]), valuesOf(rules[key])))

test('a value that a rule takes is read as it was set, in whichever place it is stored', () => {
  fc.assert(
    fc.property(anyRule, ([rule, value]) => {
      expect(ruleProblem(rule, value)).toBeUndefined()
      expect(readRule(rule, writeSetting(rule, value))).toEqual({ value })
      expect(readRule(rule, writeField(rule, value))).toEqual({ value })
    }),
  )
})

test('whatever stands in the database, a rule reads a value that could be set, or shows that it can’t be read', () => {
  const stored = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.string()), fc.constant(undefined))
  fc.assert(
    fc.property(fc.constantFrom(...ruleKeys), stored, (key, one) => {
      const { value, unread } = readRule(rules[key], one)
      if (value !== undefined) expect(ruleProblem(rules[key], value)).toBeUndefined()
      expect(value === undefined || unread === undefined).toBe(true)
    }),
  )
})

test('each default is a value that could be set', () => {
  for (const key of ruleKeys) {
    const { usual } = rules[key]
    if (usual !== undefined) expect(ruleProblem(rules[key], usual), key).toBeUndefined()
  }
})

const refused: readonly (readonly [RuleKey, string, string])[] = [
  ['sealParts', 'yes', 'no-switch'],
  ['officeIdle', '4', 'too-small'],
  ['officeIdle', '721', 'too-large'],
  ['officeIdle', '60.5', 'not-whole'],
  ['officeIdle', '6e1', 'no-number'],
  ['officeIdle', ' 60', 'no-number'],
  ['offlineAnswersHours', '-1', 'no-number'],
  ['keepAnswers', '0', 'too-small'],
  ['offlineAnswers', 'Count', 'no-option'],
  ['secondStepWays', 'app,letter', 'no-option'],
  ['adminUrl', 'javascript:alert(1)', 'no-origin'],
  ['loginOrigins', 'https://a.example/path', 'no-origin'],
  ['loginOrigins', 'https://a.example\njavascript:alert(1)', 'no-origin'],
  ['monitorApp', 'x'.repeat(201), 'too-long'],
]
test.each(refused)('%s takes no %j: %s', (key, value, problem) => {
  expect(ruleProblem(rules[key], value)).toBe(problem)
})

test('what a rule shows is what the server goes by: bounds and defaults are those of the code that reads the setting', () => {
  const minuteMs = 60_000
  const anyNumber = fc.integer({ min: 0, max: 100_000 }).map(String)
  const shown = (key: RuleKey, stored: string) => {
    const { value = rules[key].usual } = readRule(rules[key], stored)
    return value === undefined ? undefined : Number(value)
  }
  fc.assert(
    fc.property(anyNumber, (stored) => {
      expect(idleMinutesOf(stored)).toBe(shown('officeIdle', stored))
      expect(sessionLimits(stored, null).idleMs).toBe((shown('sessionIdle', stored) ?? 0) * minuteMs)
      expect(sessionLimits(null, stored).longestMs).toBe((shown('sessionHours', stored) ?? 0) * 60 * minuteMs)
      if (Number(stored) < 100_000) expect(rememberDays(stored)).toBe(shown('rememberDays', stored))
      const kept = readRetention(new Map([['KeepAnswersDays', stored]]))
      expect(kept.answers).toBe(shown('keepAnswers', stored))
      const days = shown('resultsDays', stored) ?? 0
      const window = windowOf(stored)
      const dayMs = 24 * 60 * minuteMs
      expect(window.isListed({ completed_at: 0 }, days * dayMs)).toBe(false)
      if (days > 0) expect(window.isListed({ completed_at: 0 }, days * dayMs - 1)).toBe(true)
    }),
  )
  for (const stored of ['1', 'true', 'YES', 'on', '0', 'no', 'off', 'false'])
    expect(isSetOn(stored)).toBe(readRule(rules.printQuestions, stored).value === 'on')
  expect(readRetention(new Map())).toEqual({
    ...{ answers: undefined, files: undefined, activity: undefined },
    ...{ securityLog: 365, sessions: 90, errorReports: 90, mails: 365 },
  })
})

test('every rule has a place of its own', () => {
  const names = ruleKeys.map((key) => nameOfRule(rules[key]))
  expect(new Set(names).size).toBe(names.length)
})
