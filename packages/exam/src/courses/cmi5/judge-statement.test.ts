import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statementProblem } from '../xapi/check-statement.ts'
import type { Statement } from '../xapi/statement.ts'
import { type AuVerb, emptySession, judgeStatement, type SessionSoFar, type SessionTerms } from './judge-statement.ts'
import { type AuFacts, nothingDone } from './move-on.ts'
import { categories, extensions, verbs } from './vocabulary.ts'

const startMs = Date.UTC(2026, 10, 23, 12)
const terms: SessionTerms = {
  actor: { objectType: 'Agent', account: { homePage: 'https://school.example', name: 'u-1' } },
  registration: '760e3480-ba55-4991-94b0-01820dbd23a2',
  sessionId: 's-1',
  activityId: 'https://school.example/xapi/au/1',
  publisherId: 'https://publisher.example/au',
  launchMode: 'Normal',
  masteryScore: 0.9,
}

/** A statement as a good AU makes it; `more` is laid over it. */
const statementOf = (verb: AuVerb | 'experienced', atMs = startMs, more: Record<string, unknown> = {}): Statement => {
  const isDefined = verb !== 'experienced'
  const moves = verb === 'completed' || verb === 'passed' || verb === 'failed'
  const result = {
    ...(moves && (verb === 'completed' ? { completion: true } : { success: verb === 'passed' })),
    ...((moves || verb === 'terminated') && { duration: 'PT1S' }),
  }
  return {
    id: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
    actor: terms.actor,
    verb: { id: isDefined ? verbs[verb] : 'http://adlnet.gov/expapi/verbs/experienced' },
    object: { id: terms.activityId },
    ...(Object.keys(result).length > 0 && { result }),
    context: {
      registration: terms.registration,
      contextActivities: {
        grouping: [{ id: terms.publisherId }],
        category: [...(isDefined ? [{ id: categories.cmi5 }] : []), ...(moves ? [{ id: categories.moveOn }] : [])],
      },
      extensions: { [extensions.sessionId]: terms.sessionId },
    },
    timestamp: new Date(atMs).toISOString(),
    ...more,
  }
}

const play = (
  statements: readonly Statement[],
  given: { terms?: SessionTerms; session?: SessionSoFar; facts?: AuFacts } = {},
) => {
  let { session = emptySession, facts = nothingDone } = given
  const taken = statements.map((statement) => {
    expect(statementProblem(statement)).toBeUndefined()
    const judgement = judgeStatement(statement, given.terms ?? terms, session, facts)
    if (judgement.ok) ({ session, facts } = judgement)
    return judgement.ok
  })
  return { taken, session, facts }
}

const initialized = statementOf('initialized')

test('a session goes from initialized to terminated, and what the AU says in it counts', () => {
  const all = [
    initialized,
    statementOf('experienced'),
    statementOf('completed'),
    statementOf('passed'),
    statementOf('terminated'),
  ]
  const { taken, facts } = play(all)
  expect(taken).toEqual([true, true, true, true, true])
  expect(facts).toEqual({ completed: true, passed: true, failed: false, waived: false })
})

test.each<[string, readonly Statement[], readonly boolean[]]>([
  ['nothing comes before initialized', [statementOf('experienced'), initialized], [false, true]],
  ['initialized comes once', [initialized, initialized], [true, false]],
  ['completed comes once', [initialized, statementOf('completed'), statementOf('completed')], [true, true, false]],
  ['a session passes or fails', [initialized, statementOf('failed'), statementOf('passed')], [true, true, false]],
  ['nothing fails that was passed', [initialized, statementOf('passed'), statementOf('failed')], [true, true, false]],
  ['nothing tells of before initialized', [initialized, statementOf('experienced', startMs - 1)], [true, false]],
  [
    'nothing tells of after terminated; what was said before it and comes later is taken',
    [
      initialized,
      statementOf('terminated', startMs + 9),
      statementOf('experienced', startMs + 10),
      statementOf('completed', startMs + 8),
    ],
    [true, true, false, true],
  ],
  [
    'terminated is the last of all',
    [initialized, statementOf('experienced', startMs + 5), statementOf('terminated', startMs + 4)],
    [true, true, false],
  ],
])('%s', (_, statements, taken) => {
  expect(play(statements).taken).toEqual(taken)
})

const context = (more: Record<string, unknown>) => ({ context: { ...initialized.context, ...more } })
const ofMoveOn = { contextActivities: { grouping: [{ id: terms.publisherId }], category: [{ id: categories.moveOn }] } }
const scored = (verb: 'passed' | 'failed', score: unknown, masteryScore?: number) => ({
  ...statementOf(verb),
  result: { success: verb === 'passed', duration: 'PT1S', score },
  context: {
    ...statementOf(verb).context,
    extensions: {
      [extensions.sessionId]: 's-1',
      ...(masteryScore !== undefined && { [extensions.masteryScore]: masteryScore }),
    },
  },
})
const plain = (verb: AuVerb, result: Record<string, unknown>) => ({ ...statementOf(verb), result })

test.each<[string, Statement]>([
  ['without an id', { ...statementOf('experienced'), id: undefined } as unknown as Statement],
  ['without a timestamp', { ...statementOf('experienced'), timestamp: undefined } as unknown as Statement],
  ['with a timestamp elsewhere', statementOf('experienced', startMs, { timestamp: '2026-11-23T13:00:00-06:00' })],
  ['of somebody else', statementOf('experienced', startMs, { actor: { mbox: 'mailto:eve@x.example' } })],
  ['of a group of that name', statementOf('experienced', startMs, { actor: { ...terms.actor, objectType: 'Group' } })],
  ['without a context', { ...statementOf('passed'), context: undefined } as unknown as Statement],
  [
    'of another registration',
    statementOf('experienced', startMs, context({ registration: 'ccaf384c-f8d4-4e7a-8304-49af58f0b176' })),
  ],
  ['of another session', statementOf('experienced', startMs, context({ extensions: { [extensions.sessionId]: 's-2' } }))],
  ["without the publisher's id", statementOf('experienced', startMs, context({ contextActivities: {} }))],
  ['that moves on by another verb', statementOf('experienced', startMs, context(ofMoveOn))],
  [
    'that voids',
    statementOf('experienced', startMs, {
      verb: { id: 'http://adlnet.gov/expapi/verbs/voided' },
      object: { objectType: 'StatementRef', id: terms.registration },
    }),
  ],
  ['of another AU', statementOf('passed', startMs, { object: { id: 'https://x.example/other' } })],
  ["that is the server's to make", statementOf('passed', startMs, { verb: { id: verbs.satisfied } })],
  ['passed without success', plain('passed', { duration: 'PT1S' })],
  ['passed with completion', plain('passed', { success: true, completion: true, duration: 'PT1S' })],
  ['failed with success', plain('failed', { success: true, duration: 'PT1S' })],
  ['completed without completion', plain('completed', { duration: 'PT1S' })],
  ['completed with a score', plain('completed', { completion: true, duration: 'PT1S', score: { scaled: 1 } })],
  ['completed without a duration', plain('completed', { completion: true })],
  ['terminated without a duration', plain('terminated', {})],
  ['with progress beyond all', plain('terminated', { duration: 'PT1S', extensions: { [extensions.progress]: 101 } })],
  ['passed below the mastery score', scored('passed', { scaled: 0.89 }, 0.9)],
  ['failed at the mastery score', scored('failed', { scaled: 0.9 }, 0.9)],
  ['passed without the mastery score it was judged by', scored('passed', { scaled: 0.95 })],
  ['passed by another mastery score', scored('passed', { scaled: 0.95 }, 0.8)],
  ['with a raw score of unknown bounds', scored('passed', { raw: 5 }, 0.9)],
  ['with a negative score', scored('failed', { scaled: -0.1 }, 0.9)],
])('a statement %s is refused', (_, statement) => {
  const { session, facts } = play([initialized])
  expect(judgeStatement(statement, terms, session, facts).ok).toBe(false)
})

test('passed and failed with a score that fits the mastery score are taken', () => {
  expect(play([initialized, scored('passed', { scaled: 0.9, raw: 9, min: 0, max: 10 }, 0.9)]).taken).toEqual([true, true])
  expect(play([initialized, scored('failed', { scaled: 0.89 }, 0.9)]).taken).toEqual([true, true])
})

test.each(['Browse', 'Review'] as const)('in %s nothing that counts is said', (launchMode) => {
  const all = [initialized, ...(['completed', 'passed', 'failed'] as const).map((verb) => statementOf(verb))]
  const { taken, facts } = play([...all, statementOf('experienced'), statementOf('terminated')], {
    terms: { ...terms, launchMode },
  })
  expect(taken).toEqual([true, false, false, false, true, true])
  expect(facts).toEqual(nothingDone)
})

test('over all sessions of a registration an AU completes and passes once, and does not fail once it passed', () => {
  const verb = fc.constantFrom<AuVerb>('initialized', 'completed', 'passed', 'failed', 'terminated')
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(verb, fc.nat(20)), { maxLength: 12 }), { maxLength: 6 }), (sessions) => {
      let facts = nothingDone
      const heard: AuVerb[] = []
      for (const [at, steps] of sessions.entries()) {
        const statements = steps.map(([one, afterMs]) => statementOf(one, startMs + at * 1000 + afterMs))
        const played = play(statements, { facts })
        const { said, initializedMs, terminatedMs, lastMs } = played.session
        if (said.length > 0) expect(said[0]).toBe('initialized')
        expect(new Set(said).size).toBe(said.length)
        expect(said.filter((one) => one === 'passed' || one === 'failed').length).toBeLessThanOrEqual(1)
        if (terminatedMs !== undefined) expect(lastMs).toBe(terminatedMs)
        if (initializedMs !== undefined) expect(lastMs).toBeGreaterThanOrEqual(initializedMs)
        heard.push(...said)
        facts = played.facts
      }
      for (const once of ['completed', 'passed'] as const)
        expect(heard.filter((one) => one === once).length).toBeLessThanOrEqual(1)
      const passedAt = heard.indexOf('passed')
      if (passedAt >= 0) expect(heard.slice(passedAt)).not.toContain('failed')
      expect(facts.completed).toBe(heard.includes('completed'))
      expect(facts.passed).toBe(passedAt >= 0)
    }),
  )
})

test('a session of which a database has forgotten what it heard may go on, begin, or end, and says nothing twice', () => {
  const session = { ...emptySession, isForgotten: true }
  for (const verb of ['initialized', 'experienced', 'completed', 'terminated'] as const) {
    expect(play([statementOf(verb)]).taken).toEqual([verb === 'initialized'])
    const { taken, session: after } = play([statementOf(verb)], { session })
    expect([taken, after.isForgotten]).toEqual([[true], true])
  }
  expect(play([statementOf('completed'), statementOf('completed')], { session }).taken).toEqual([true, false])
})
