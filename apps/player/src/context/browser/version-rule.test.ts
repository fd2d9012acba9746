import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareVersion, isRule, meetsRule } from './version-rule.ts'

// INIT-239 INIT-240 INIT-241 INIT-242 START-159
test.each([
  ['118', '118.0.5993', true],
  ['=118', '118.0.5993', true],
  ['=118.1', '118.0.5993', false],
  ['=118.x', '118.0.5993', true],
  ['>117', '118', true],
  ['>118', '118.5', false],
  ['<118', '117.9', true],
  ['<118', '118.0', false],
  ['!118', '118.3', false],
  ['!118', '119', true],
  ['>=118', '118.0', true],
  ['<= 118', '119', false],
  ['100-118', '118.9', true],
  ['100-118', '99', false],
  ['9', '10', false],
])('the rule %s on version %s answers %s', (rule, version, met) => {
  expect(meetsRule(version, rule)).toBe(met)
})

const part = fc.nat({ max: 300 })
const version = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'))

// INIT-239 INIT-240 INIT-241 INIT-242 START-159
test('of any version, exactly one of <, = and > holds, and ! is the contrary of =', () => {
  fc.assert(
    fc.property(version, version, (actual, wanted) => {
      const met = ['<', '=', '>'].filter((prefix) => meetsRule(actual, `${prefix}${wanted}`))
      expect(met).toHaveLength(1)
      expect(meetsRule(actual, `!${wanted}`)).toBe(met[0] !== '=')
      expect(meetsRule(actual, `>=${wanted}`)).toBe(met[0] !== '<')
      expect(meetsRule(actual, `<=${wanted}`)).toBe(met[0] !== '>')
      expect(meetsRule(actual, wanted)).toBe(met[0] === '=')
    }),
  )
})

test('a rule looks as far as it goes: whatever follows in the version changes nothing', () => {
  fc.assert(
    fc.property(version, fc.array(part, { maxLength: 3 }), (wanted, more) => {
      expect(compareVersion([wanted, ...more].join('.'), wanted)).toBe(0)
    }),
  )
})

test('a range holds for what lies between its ends', () => {
  fc.assert(
    fc.property(version, version, version, (from, to, actual) => {
      const lies = meetsRule(actual, `>=${from}`) && meetsRule(actual, `<=${to}`)
      expect(meetsRule(actual, `${from} - ${to}`)).toBe(lies)
    }),
  )
})

test('whatever is typed as a rule is read or left out, and a browser without a version meets none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), version), fc.oneof(fc.string(), version), (rule, actual) => {
      if (!isRule(rule)) expect(meetsRule(actual, rule)).toBe(false)
      expect(meetsRule('', rule)).toBe(false)
    }),
  )
})
