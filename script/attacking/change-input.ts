import { randomUUID } from 'node:crypto'
import type { Chance } from '../../chaos/chance.ts'
import { hostileStrings } from '../../e2e/hostile-content.ts'

const strange: readonly unknown[] = [
  ...[null, true, false, '', ' ', 0, -1, 1, 0.5, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), '1e999', 'NaN', '9'.repeat(400)],
  ...['\u0000', '%00', '\ud800', '\u202e\u0301'.repeat(50), 'x'.repeat(5000), '\u0633'.repeat(20_000), '\uffff\u{10ffff}'],
  ...[
    "' or 1=1 --",
    '"; drop table answer; --',
    `\${7*7}`,
    '{{7*7}}',
    '../../etc/passwd',
    '..%2f..%2fetc',
    'file:///etc/passwd',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'javascript:hurt()', '//elsewhere.example', 'http://[::1'],
  ...[
    '\r\nset-cookie: a=b',
    '2026-13-45',
    '0000-00-00T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    'o1-q1',
    'o2-exam',
    'o1-other',
  ],
  ...([
    [],
    {},
    [[]],
    [null],
    [1, 'x'],
    { $ne: 1 },
    { length: -1 },
    { toString: 'x' },
    JSON.parse('['.repeat(200) + ']'.repeat(200)),
  ] as unknown[]),
]

const strangeFields = ['__proto__', 'constructor', 'extra', '', 'length', 'then', 'toJSON']

const oneOf = (chance: Chance): unknown => (chance.isTrue(0.25) ? chance.pick(hostileStrings) : chance.pick(strange))

/** A value with some of what is in it left out, doubled, added or put into something else, as chance has it. */
const changed = (value: unknown, chance: Chance, probability: number): unknown => {
  if (chance.isTrue(probability)) return oneOf(chance)
  if (Array.isArray(value)) {
    const all = value.map((one) => changed(one, chance, probability))
    return chance.isTrue(probability) ? [...all, ...all, oneOf(chance)] : all
  }
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).flatMap(([name, one]) =>
    chance.isTrue(probability / 3) ? [] : [[name, fresh(name, changed(one, chance, probability), chance)] as const],
  )
  // Defined, not assigned: `__proto__` has to be its own field.
  return Object.fromEntries(chance.isTrue(probability / 3) ? [...fields, [chance.pick(strangeFields), oneOf(chance)]] : fields)
}

/** Ids of requests are new half of the time: one that is repeated is answered from memory. */
const fresh = (name: string, value: unknown, chance: Chance): unknown =>
  /^requestid$/i.test(name) && chance.isTrue(0.5) ? randomUUID() : value

/** What a call takes, changed: not at all, in a place, or all over. */
export const changeInput = (input: object, chance: Chance): Readonly<Record<string, unknown>> => {
  const probability = chance.weighted([
    [0, 2],
    [0.05, 5],
    [0.2, 3],
    [0.6, 1],
  ])
  return Object.fromEntries(Object.entries(input).map(([part, one]) => [part, changed(one, chance, probability)]))
}
