import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statementProblem } from './check-statement.ts'
import { idsOf, inLanguage, mentionsIn, normalised, type Statement, sayingOf } from './statement.ts'
import { durationOf, isDuration, isIri, isLanguageTag, momentMs } from './values.ts'

const id = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
const agent = { objectType: 'Agent', account: { homePage: 'https://school.example', name: 'u-1' } }
const activity = { id: 'https://school.example/knots' }
const base = { id, actor: agent, verb: { id: 'http://adlnet.gov/expapi/verbs/experienced' }, object: activity }
const withObject = (object: unknown) => ({ ...base, object })
const withContext = (context: unknown) => ({ ...base, context })
const withResult = (result: unknown) => ({ ...base, result })
const attachment = {
  usageType: 'https://school.example/usage',
  display: { en: 'A drawing' },
  contentType: 'image/png',
  length: 12,
  sha2: 'a'.repeat(64),
  fileUrl: 'https://school.example/drawing.png',
}

const good: Readonly<Record<string, unknown>> = {
  'a plain statement': base,
  'an agent by its mail address': { ...base, actor: { mbox: 'mailto:ada@school.example' } },
  'an agent by a hash of it': { ...base, actor: { mbox_sha1sum: 'b'.repeat(40), name: 'Ada' } },
  'an agent by OpenID': { ...base, actor: { openid: 'https://ada.example/' } },
  'a group that its members name': { ...base, actor: { objectType: 'Group', member: [{ mbox: 'mailto:a@b.example' }] } },
  'a group with a name of its own': { ...base, actor: { objectType: 'Group', account: agent.account } },
  'an agent as object': withObject(agent),
  'a reference to a statement': withObject({ objectType: 'StatementRef', id }),
  'one that voids another': {
    ...base,
    verb: { id: 'http://adlnet.gov/expapi/verbs/voided', display: { en: 'voided' } },
    object: { objectType: 'StatementRef', id },
  },
  'a statement within it': withObject({ objectType: 'SubStatement', actor: agent, verb: base.verb, object: activity }),
  'an interaction': withObject({
    ...activity,
    definition: {
      name: { 'en-GB': 'Which?' },
      type: 'http://adlnet.gov/expapi/activities/cmi.interaction',
      interactionType: 'choice',
      choices: [{ id: 'a', description: { en: 'A' } }, { id: 'b' }],
      correctResponsesPattern: ['a'],
      extensions: { 'https://x.example/e': { deep: [null, 1] } },
    },
  }),
  'a context with all there is': withContext({
    registration: id,
    instructor: agent,
    team: { objectType: 'Group', member: [] as unknown[], mbox: 'mailto:team@school.example' },
    contextActivities: { parent: activity, grouping: [activity], category: [], other: activity },
    revision: '2',
    platform: 'web',
    language: 'en-GB-oxendict',
    statement: { objectType: 'StatementRef', id },
    extensions: {},
  }),
  'a result with all there is': withResult({
    score: { scaled: -0.5, raw: 5, min: 0, max: 10 },
    success: false,
    completion: true,
    response: '',
    duration: 'PT1H0M0.25S',
    extensions: { 'tag:x.example,2026:e': null },
  }),
  'an attachment elsewhere': { ...base, attachments: [attachment] },
  'all that a store adds': {
    ...base,
    timestamp: '2026-11-23T12:00:00+01:00',
    stored: '2026-11-23T11:00:01.123Z',
    version: '1.0.3',
    authority: agent,
  },
}

const bad: Readonly<Record<string, unknown>> = {
  'no object at all': [base],
  'no actor': { ...base, actor: undefined, verb: base.verb },
  'null in place of a value': { ...base, result: null },
  'a property of no statement': { ...base, colour: 'red' },
  'an id that is no UUID': { ...base, id: 'one' },
  'an agent that nothing identifies': { ...base, actor: { name: 'Ada' } },
  'an agent that is identified twice': { ...base, actor: { ...agent, mbox: 'mailto:a@b.example' } },
  'a mail address without mailto': { ...base, actor: { mbox: 'a@b.example' } },
  'an account without a name': { ...base, actor: { account: { homePage: 'https://school.example' } } },
  'an account that is somewhere relative': { ...base, actor: { account: { homePage: '/', name: 'x' } } },
  'a group of nobody': { ...base, actor: { objectType: 'Group' } },
  'a group within a group': { ...base, actor: { objectType: 'Group', member: [{ objectType: 'Group', member: [agent] }] } },
  'a verb that is a word': { ...base, verb: { id: 'did' } },
  'a display in no language': { ...base, verb: { ...base.verb, display: { 'not a tag': 'x' } } },
  'an activity that is a word': withObject({ id: 'knots' }),
  'an object of another kind': withObject({ objectType: 'Thing', id: activity.id }),
  'a kind in small letters': withObject({ objectType: 'activity', id: activity.id }),
  'choices in an interaction without': withObject({ ...activity, definition: { interactionType: 'numeric', choices: [] } }),
  'a pattern without an interaction': withObject({ ...activity, definition: { correctResponsesPattern: ['a'] } }),
  'two choices of one id': withObject({
    ...activity,
    definition: { interactionType: 'choice', choices: [{ id: 'a' }, { id: 'a' }] },
  }),
  'a statement within the one within it': withObject({
    objectType: 'SubStatement',
    actor: agent,
    verb: base.verb,
    object: { objectType: 'SubStatement', actor: agent, verb: base.verb, object: activity },
  }),
  'an id of a statement within it': withObject({
    objectType: 'SubStatement',
    id,
    actor: agent,
    verb: base.verb,
    object: activity,
  }),
  'voiding of what is no statement': { ...base, verb: { id: 'http://adlnet.gov/expapi/verbs/voided' } },
  'a revision where no activity is the object': { ...withObject(agent), context: { revision: '1' } },
  'a registration that is no UUID': withContext({ registration: 'mine' }),
  'a team that is one agent': withContext({ team: agent }),
  'context activities of a kind of their own': withContext({ contextActivities: { sibling: activity } }),
  'an extension by a word': withContext({ extensions: { word: 1 } }),
  'a score above one': withResult({ score: { scaled: 1.01 } }),
  'a raw score below the least': withResult({ score: { raw: -1, min: 0, max: 3 } }),
  'the least above the most': withResult({ score: { min: 4, max: 3 } }),
  'success as a word': withResult({ success: 'true' }),
  'a duration that is none': withResult({ duration: '1:30' }),
  'a timestamp that is a day only': { ...base, timestamp: '2026-11-23' },
  'a timestamp on no day': { ...base, timestamp: '2026-02-30T00:00:00Z' },
  'a timestamp with an offset of minus nothing': { ...base, timestamp: '2026-11-23T12:00:00-00:00' },
  'a version of the next standard': { ...base, version: '2.0.0' },
  'an attachment with no hash': { ...base, attachments: [{ ...attachment, sha2: undefined }] },
  'an attachment of minus one byte': { ...base, attachments: [{ ...attachment, length: -1 }] },
  'an authority of three': { ...base, authority: { objectType: 'Group', member: [agent, agent, agent] } },
}

test.each(Object.entries(good))('%s is a statement', (_, statement) => {
  expect(statementProblem(statement)).toBeUndefined()
})

test.each(Object.entries(bad))('%s makes it none', (_, statement) => {
  // As it comes over the wire: what is undefined isn't there.
  expect(statementProblem(JSON.parse(JSON.stringify(statement)))).toMatch(/^statement/)
})

test('every input is accepted or rejected, and never breaks the check', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(base), 'result', 'context', 'attachments'), (value, name) => {
      expect(['undefined', 'string']).toContain(typeof statementProblem(value))
      expect(['undefined', 'string']).toContain(typeof statementProblem({ ...base, [name]: value }))
    }),
  )
})

test('two statements are equal in any order of properties, and differ if one word differs', () => {
  const statement = good['a context with all there is'] as Statement
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, one]) => [name, shuffled(one)]),
    )
  }
  expect(sayingOf(shuffled(statement) as Statement)).toBe(sayingOf(statement))
  expect(sayingOf(normalised(statement))).toBe(sayingOf(statement))
  expect(sayingOf({ ...statement, stored: 'x', authority: agent, version: '1.0.0' })).toBe(sayingOf(statement))
  expect(sayingOf({ ...statement, result: { success: true } })).not.toBe(sayingOf(statement))
})

test('a statement speaks of its object and actor themselves, and of the rest on the way', () => {
  const all = mentionsIn(good['a context with all there is'] as Statement)
  expect(all.filter(({ isDirect }) => isDirect).map(({ value }) => value)).toEqual([
    '["account","https://school.example","u-1"]',
    activity.id,
  ])
  expect(all.map(({ value }) => value)).toContain('["mbox","mailto:team@school.example"]')
})

test('a statement is shown by what identifies, or in a language', () => {
  const statement = good['an interaction'] as Statement
  expect(idsOf({ ...statement, actor: { ...agent, name: 'Ada' } })).toMatchObject({ actor: agent, object: activity })
  expect(JSON.stringify(idsOf(statement))).not.toContain('Which?')
  const two = { display: { en: 'a', 'ar-EG': 'b' } }
  expect(inLanguage(two, ['ar'])).toEqual({ display: { 'ar-EG': 'b' } })
  expect(inLanguage(two, ['fr'])).toEqual({ display: { en: 'a' } })
})

test('values are distinguished from similar texts', () => {
  for (const tag of ['en', 'zh-Hant-TW', 'sl-rozaj-biske', 'de-CH-1996', 'x-own', 'en-a-bbb-x-a'])
    expect(isLanguageTag(tag)).toBe(true)
  for (const tag of ['', 'e', 'en_GB', 'en-', 'not comma separated']) expect(isLanguageTag(tag)).toBe(false)
  for (const span of ['PT1S', 'P2W', 'P1Y2M3DT4H5M6.7S', 'P1DT1H', 'PT0.5H']) expect(isDuration(span)).toBe(true)
  for (const span of ['', 'P', 'PT', 'P1S', 'PT1.5M3S', 'pt1s', 'P1W2D', '-PT1S']) expect(isDuration(span)).toBe(false)
  for (const iri of ['urn:uuid:1', 'https://école.example/ü', 'tag:a,2026:b']) expect(isIri(iri)).toBe(true)
  for (const iri of ['w3id.org/x', '/a', 'https://a b', 'https://a/<b>', '']) expect(isIri(iri)).toBe(false)
})

test('a moment is read back from however it is written', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      (date, minutes) => {
        expect(momentMs(date.toISOString())).toBe(date.getTime())
        if (minutes === 0) return
        const there = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1)
        const two = (value: number) => String(Math.abs(value)).padStart(2, '0')
        const zone = `${minutes < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`
        expect(momentMs(there + zone)).toBe(zone === '-00:00' ? undefined : date.getTime())
      },
    ),
  )
})

test('a span of time is always a duration', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1e12 }), (spanMs) => {
      expect(isDuration(durationOf(spanMs))).toBe(true)
    }),
  )
})
