import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isElement } from './data-model.ts'
import { openedSco, parametersOf } from './testing/opened-sco.ts'

type Version = '1.2' | '2004'
const calls = {
  '1.2': { begin: 'LMSInitialize', end: 'LMSFinish', get: 'LMSGetValue', set: 'LMSSetValue', commit: 'LMSCommit' },
  '2004': { begin: 'Initialize', end: 'Terminate', get: 'GetValue', set: 'SetValue', commit: 'Commit' },
} as const
const launch = {
  ...{ launchData: 'level=2', masteryScore: 80, scaledPassingScore: 0.8, completionThreshold: 0.5 },
  ...{ maxTimeAllowedMs: 60_000, timeLimitAction: 'exit,message' },
}

/** A SCO that has begun. Each call answers with its error behind it, if there is one. */
const begun = async (version: Version, isBegun = true) => {
  const sco = await openedSco(parametersOf({ version, ...launch }))
  const names = calls[version]
  const call = (name: keyof typeof names, ...given: unknown[]) => {
    const answer = sco.call(names[name], ...given)
    const error = sco.call(version === '1.2' ? 'LMSGetLastError' : 'GetLastError')
    return error === '0' ? answer : `${answer} ${error}`.trim()
  }
  if (isBegun) call('begin', '')
  return { call, sco }
}

const long = (characters: number) => 'x'.repeat(characters)
/** An element: what it is before anything is set (an error, or a value), what it takes, and what it refuses with which error. */
type Row = readonly [
  element: string,
  first: string,
  takes: readonly string[],
  refuses: Readonly<Record<string, readonly string[]>>,
  before?: readonly (readonly [element: string, value: string])[],
]

const statuses = ['passed', 'completed', 'failed', 'incomplete', 'browsed']
const score = (under: string, first: string): Row[] => [
  [`${under}._children`, 'raw,min,max', [], { '402': ['raw'] }],
  ...['raw', 'min'].map(
    (name): Row => [`${under}.${name}`, first, ['0', '55.5', '100', ''], { '405': ['-1', '101', 'x', '1e1'] }],
  ),
  [`${under}.max`, first === '' ? '100' : first, ['0', '100', ''], { '405': ['101', 'x'] }],
]

/** SCORM 1.2 Run-Time Environment, 3.4: the data model element by element. */
const of12: readonly Row[] = [
  ['cmi._version', '3.4', [], { '402': ['3.4'] }],
  ['cmi.core.student_id', 'l1', [], { '403': ['x'] }],
  ['cmi.core.student_name', 'Lear, Ada', [], { '403': ['x'] }],
  ['cmi.core.lesson_location', '', ['', 'page 2', long(255)], { '405': [long(256)] }],
  ['cmi.core.credit', 'credit', [], { '403': ['credit'] }],
  ['cmi.core.lesson_status', 'not attempted', statuses, { '405': ['not attempted', 'done', '', 'Passed'] }],
  ['cmi.core.entry', 'ab-initio', [], { '403': [''] }],
  ...score('cmi.core.score', ''),
  ['cmi.core.total_time', '', [], { '403': ['00:00:01'] }],
  ['cmi.core.lesson_mode', 'normal', [], { '403': ['normal'] }],
  ['cmi.core.exit', '404', ['', 'time-out', 'suspend', 'logout'], { '405': ['x', 'Suspend'] }],
  ['cmi.core.session_time', '404', ['00:00:00', '0000:00:00.00', '9999:59:59.99'], { '405': ['00:00', 'PT1S', 'x', ''] }],
  ['cmi.suspend_data', '', ['', long(4096), long(64_000)], {}],
  ['cmi.launch_data', 'level=2', [], { '403': ['x'] }],
  ['cmi.comments', '', ['x', long(4096)], { '405': [long(4097)] }],
  ['cmi.comments_from_lms', '', [], { '403': ['x'] }],
  ['cmi.objectives._children', 'id,score,status', [], { '402': ['id'] }],
  ['cmi.objectives._count', '0', [], { '402': ['1'] }],
  ['cmi.objectives.0.id', '201', ['a', long(255)], { '405': ['', long(256)] }],
  ['cmi.objectives.0.status', '201', ['not attempted', ...statuses], { '405': ['x', ''] }],
  ...['raw', 'min', 'max'].map((name): Row => [`cmi.objectives.0.score.${name}`, '201', ['50', ''], { '405': ['101', 'x'] }]),
  ['cmi.objectives.1.id', '201', [], { '201': ['a'] }],
  ['cmi.objectives.x.id', '401', [], { '401': ['a'] }],
  ['cmi.student_data._children', 'mastery_score,max_time_allowed,time_limit_action', [], { '402': ['x'] }],
  ['cmi.student_data.mastery_score', '80', [], { '403': ['1'] }],
  ['cmi.student_data.max_time_allowed', '00:01:00', [], { '403': ['00:02:00'] }],
  ['cmi.student_data.time_limit_action', 'exit,message', [], { '403': ['x'] }],
  ['cmi.student_preference._children', 'audio,language,speed,text', [], { '402': ['x'] }],
  ['cmi.student_preference.audio', '', ['-1', '0', '100'], { '405': ['-2', '101', '1.5', 'x'] }],
  ['cmi.student_preference.language', '', ['english', long(255)], { '405': [long(256)] }],
  ['cmi.student_preference.speed', '', ['-100', '100'], { '405': ['-101', '101', 'x'] }],
  ['cmi.student_preference.text', '', ['-1', '0', '1'], { '405': ['-2', '2', 'x'] }],
  ['cmi.interactions._count', '0', [], { '402': ['1'] }],
  ['cmi.interactions.0.id', '404', ['a'], { '405': ['', long(256)] }],
  ['cmi.interactions.0.objectives._count', '0', [], { '402': ['1'] }],
  ['cmi.interactions.0.objectives.0.id', '404', ['a'], { '405': ['', long(256)] }],
  ['cmi.interactions.0.time', '404', ['10:00:00', '23:59:59.99'], { '405': ['24:00:00', '10:60:00', 'x'] }],
  [
    'cmi.interactions.0.type',
    '404',
    ['true-false', 'choice', 'fill-in', 'matching', 'performance', 'sequencing', 'likert', 'numeric'],
    { '405': ['x', ''] },
  ],
  ['cmi.interactions.0.correct_responses._count', '0', [], { '402': ['1'] }],
  ['cmi.interactions.0.correct_responses.0.pattern', '404', ['a', long(255)], {}],
  ['cmi.interactions.0.weighting', '404', ['1', '1.5', '-1'], { '405': ['x'] }],
  ['cmi.interactions.0.student_response', '404', ['a', long(255)], {}],
  ['cmi.interactions.0.result', '404', ['correct', 'wrong', 'unanticipated', 'neutral', '0.5'], { '405': ['x'] }],
  ['cmi.interactions.0.latency', '404', ['00:00:01', '00:00:01.5'], { '405': ['x'] }],
  ['cmi.interactions.1.id', '404', [], { '201': ['a'] }],
  ['cmi.core.student_name._children', '202', [], { '401': ['x'] }],
  ['cmi.core.student_name._count', '203', [], { '401': ['x'] }],
  ['cmi.core._count', '203', [], { '401': ['x'] }],
]

const anObjective = [['cmi.objectives.0.id', 'o']] as const
const anInteraction = [['cmi.interactions.0.id', 'i']] as const
const ofType = (type: string) => [...anInteraction, ['cmi.interactions.0.type', type]] as const
/** Of a type of interaction: the responses that it takes and refuses, and patterns of what is correct. */
const responses = (type: string, takes: string[], refuses: string[], patterns = takes, noPatterns = refuses): Row[] => [
  ['cmi.interactions.0.learner_response', '403', takes, { '406': refuses }, ofType(type)],
  ['cmi.interactions.0.correct_responses.0.pattern', '403', patterns, { '406': noPatterns }, ofType(type)],
]
const scaled = ['-1', '0', '0.5', '1']

/** SCORM 2004 4th Edition, Run-Time Environment, 4.2: the same. */
const of2004: readonly Row[] = [
  ['cmi._version', '1.0', [], { '404': ['1.0'] }],
  ['cmi.comments_from_learner._children', 'comment,timestamp,location', [], { '404': ['comment'] }],
  ['cmi.comments_from_learner._count', '0', [], { '404': ['1'] }],
  ['cmi.comments_from_learner.0.comment', '403', ['x', '{lang=en}x', long(4000)], { '406': ['{lang=no-such-language}x'] }],
  ['cmi.comments_from_learner.0.location', '403', ['x', long(250)], { '406': [long(251)] }],
  [
    'cmi.comments_from_learner.0.timestamp',
    '403',
    ['2026', '2026-01-01', '2026-01-01T10:00:00', '2026-01-01T10:00:00.12Z'],
    { '406': ['2026-13-01', '10:00', 'x', ''] },
  ],
  ['cmi.comments_from_learner.1.comment', '403', [], { '351': ['x'] }],
  ['cmi.comments_from_lms._count', '0', [], { '404': ['1'] }],
  ['cmi.comments_from_lms.0.comment', '403', [], { '404': ['x'] }],
  // Below its threshold by what it says of its progress, which is nothing yet.
  ['cmi.completion_status', 'unknown', ['completed', 'incomplete', 'not attempted', 'unknown'], { '406': ['passed', ''] }],
  ['cmi.completion_threshold', '0.5', [], { '404': ['0.5'] }],
  ['cmi.credit', 'credit', [], { '404': ['credit'] }],
  ['cmi.entry', 'ab-initio', [], { '404': [''] }],
  ['cmi.exit', '405', ['time-out', 'suspend', 'logout', 'normal', ''], { '406': ['x', 'Suspend'] }],
  ['cmi.interactions._count', '0', [], { '404': ['1'] }],
  ['cmi.interactions.0.id', '403', ['a', 'urn:x:y', long(4000)], { '406': [''] }],
  ['cmi.interactions.1.id', '403', [], { '351': ['a'] }],
  ['cmi.interactions.0.type', '403', [], { '408': ['choice'] }],
  ['cmi.interactions.0.type', '403', ['long-fill-in', 'other'], { '406': ['x'] }, anInteraction],
  ['cmi.interactions.0.learner_response', '403', [], { '408': ['a'] }, anInteraction],
  ...responses('true-false', ['true', 'false'], ['1', 'x']),
  ...responses('choice', ['a', 'a[,]b'], ['a[,]a']),
  ...responses('fill-in', ['x', '{lang=en}x'], [], ['x', '{case_matters=true}{order_matters=false}x[,]y'], []),
  ...responses('long-fill-in', ['x'], []),
  ...responses('matching', ['a[.]b', 'a[.]b[,]c[.]d'], ['a', 'a,b']),
  ...responses('performance', ['a[.]b', '[.]b', 'a[.]'], ['a', '[.]']),
  ...responses('sequencing', ['a', 'a[,]b'], []),
  ...responses('likert', ['a'], ['a[,]b']),
  ...responses('numeric', ['1', '1.5'], ['x'], ['1[:]2', '[:]2', '1[:]'], ['x[:]y']),
  ...responses('other', ['anything'], []),
  ['cmi.interactions.0.timestamp', '403', ['2026-01-01'], { '406': ['x'] }, anInteraction],
  ['cmi.interactions.0.weighting', '403', ['1', '-1.5'], { '406': ['x'] }, anInteraction],
  [
    'cmi.interactions.0.result',
    '403',
    ['correct', 'incorrect', 'unanticipated', 'neutral', '0.5'],
    { '406': ['wrong', ''] },
    anInteraction,
  ],
  ['cmi.interactions.0.latency', '403', ['PT1S'], { '406': ['x', '00:00:01'] }, anInteraction],
  ['cmi.interactions.0.description', '403', ['x', '{lang=en}x', long(250)], {}, anInteraction],
  ['cmi.interactions.0.objectives._count', '0', [], { '404': ['1'] }, anInteraction],
  ['cmi.interactions.0.objectives.0.id', '403', ['o'], { '406': [''] }, anInteraction],
  ['cmi.interactions.0.objectives.1.id', '403', [], { '351': ['o'] }, anInteraction],
  [
    'cmi.interactions.0.objectives.1.id',
    '403',
    [],
    { '351': ['o'] },
    [...anInteraction, ['cmi.interactions.0.objectives.0.id', 'o']],
  ],
  ['cmi.launch_data', 'level=2', [], { '404': ['x'] }],
  ['cmi.learner_id', 'l1', [], { '404': ['x'] }],
  ['cmi.learner_name', 'Lear, Ada', [], { '404': ['x'] }],
  ['cmi.learner_preference.audio_level', '1', ['0', '1.5', '100'], { '406': ['x'], '407': ['-1'] }],
  ['cmi.learner_preference.language', '', ['en', 'en-GB', 'fra'], { '406': ['x!', '123'] }],
  ['cmi.learner_preference.delivery_speed', '1', ['0.5', '1'], { '406': ['x'], '407': ['-1'] }],
  ['cmi.learner_preference.audio_captioning', '0', ['-1', '0', '1'], { '406': ['x'], '407': ['2'] }],
  ['cmi.location', '403', ['x', long(1000)], { '406': [long(1001)] }],
  ['cmi.max_time_allowed', 'PT60S', [], { '404': ['PT1S'] }],
  ['cmi.mode', 'normal', [], { '404': ['normal'] }],
  ['cmi.objectives._count', '0', [], { '404': ['1'] }],
  ['cmi.objectives.0.id', '403', ['a', 'urn:x:y'], { '406': [''] }],
  ['cmi.objectives.0.id', 'o', ['o'], { '351': ['p'] }, anObjective],
  ['cmi.objectives.1.id', '403', ['p'], { '351': ['o'] }, anObjective],
  ['cmi.objectives.2.id', '403', [], { '351': ['p'] }, anObjective],
  ['cmi.objectives.0.score.scaled', '403', [], { '408': ['0.5'] }],
  ['cmi.objectives.0.success_status', '403', [], { '408': ['passed'] }],
  ['cmi.objectives.0.score.scaled', '403', scaled, { '406': ['x'], '407': ['2'] }, anObjective],
  ['cmi.objectives.0.score.raw', '403', ['3', '-3'], { '406': ['x'] }, anObjective],
  ['cmi.objectives.0.success_status', 'unknown', ['passed', 'failed', 'unknown'], { '406': ['completed'] }, anObjective],
  ['cmi.objectives.0.completion_status', 'unknown', ['completed', 'incomplete'], { '406': ['passed'] }, anObjective],
  ['cmi.objectives.0.progress_measure', '403', ['0', '0.5', '1'], { '406': ['x'], '407': ['2', '-1'] }, anObjective],
  ['cmi.objectives.0.description', '403', ['x', '{lang=en}x'], {}, anObjective],
  ['cmi.progress_measure', '403', ['0', '0.5', '1'], { '406': ['x', ''], '407': ['-0.1', '1.1'] }],
  ['cmi.scaled_passing_score', '0.8', [], { '404': ['0.5'] }],
  ['cmi.score.scaled', '403', scaled, { '406': ['x', ''], '407': ['-1.1', '1.1'] }],
  ...['raw', 'min', 'max'].map((name): Row => [`cmi.score.${name}`, '403', ['-5', '1.5', '1000'], { '406': ['x', ''] }]),
  ['cmi.session_time', '405', ['PT1H', 'PT1H5M2.5S', 'P1Y2M3DT4H5M6.78S'], { '406': ['1', '00:00:01', 'PT1.555S', 'x', ''] }],
  ['cmi.success_status', 'unknown', ['passed', 'failed', 'unknown'], { '406': ['completed', ''] }],
  ['cmi.suspend_data', '403', ['x', long(64_000)], { '406': [long(64_001)] }],
  ['cmi.time_limit_action', 'exit,message', [], { '404': ['exit,message'] }],
  ['cmi.total_time', 'PT0S', [], { '404': ['PT1S'] }],
  [
    'adl.nav.request',
    '405',
    [
      'continue',
      'previous',
      'exit',
      'exitAll',
      'abandon',
      'abandonAll',
      'suspendAll',
      '_none_',
      '{target=a}choice',
      '{target=a}jump',
    ],
    { '406': ['x'] },
  ],
  ['adl.nav.request_valid.continue', 'unknown', [], { '404': ['true'] }],
  ['adl.nav.request_valid.choice.{target=a}', 'false', [], { '404': ['true'] }],
  ['adl.data._count', '0', [], { '404': ['1'] }],
  ['adl.data.0.id', '403', [], { '404': ['x'] }],
  ['adl.data.0.store', '403', [], { '351': ['x'] }],
  ['cmi.objectives.x.id', '401', [], { '401': ['a'] }],
  ['cmi.foo', '401', [], { '401': ['x'] }],
]

/** Elements that are read as something else than they were set, by what else is known. */
const isReckoned = (element: string) => ['cmi.completion_status', 'cmi.success_status'].includes(element)

describe.each([
  ['1.2', of12],
  ['2004', of2004],
] as const)('the data model of SCORM %s', (version: Version, rows: readonly Row[]) => {
  for (const [element, first, takes, refuses, before = []] of rows)
    test(`${element} begins as ${first}, behind ${before.length} others`, async () => {
      const ready = async () => {
        const { call } = await begun(version)
        for (const [name, value] of before) expect(call('set', name, value)).toBe('true')
        return call
      }
      const fresh = await ready()
      expect(fresh('get', element)).toBe(first)
      for (const value of takes) {
        const call = await ready()
        expect([value, call('set', element, value)]).toEqual([value, 'true'])
        // What is only written, or was set to nothing, tells nothing.
        if (!/^40[45]$/.test(first) && value !== '' && !isReckoned(element)) expect(call('get', element)).toBe(value)
      }
      for (const [error, values] of Object.entries(refuses))
        for (const value of values) {
          const call = await ready()
          expect([value, call('set', element, value)]).toEqual([value, `false ${error}`])
          // And nothing has come of it.
          expect(call('get', element)).toBe(first)
        }
    })
})

describe.each(['1.2', '2004'] as const)('a call of SCORM %s', (version) => {
  const errors = {
    '1.2': { argument: '201', twice: '101', get: '201', set: '201', early: '301', late: '301' },
    '2004': { argument: '201', twice: '103', get: '301', set: '351', early: '', late: '' },
  }[version]
  const where = { '1.2': 'cmi.core.lesson_location', '2004': 'cmi.location' }[version]

  test('has to be whole, and in its turn', async () => {
    const { call } = await begun(version)
    for (const name of ['end', 'commit'] as const) expect(call(name, 'x')).toBe(`false ${errors.argument}`)
    expect(call('begin', '')).toBe(`false ${errors.twice}`)
    expect([call('get', ''), call('set', '', 'x')]).toEqual([errors.get, `false ${errors.set}`])
    expect([call('get', undefined), call('set', null, 'x')]).toEqual([errors.get, 'false 401'])
    expect(call('end', '')).toBe('true')
    const early = (await begun(version, false)).call
    const [first, late, before] =
      version === '1.2'
        ? [['false 301', '301', 'false 301', 'false 301', 'false 301'], ['false 301', '301', 'false 301', 'false 301'], '201']
        : [['false 142', '122', 'false 132', 'false 112', 'false 201'], ['false 143', '123', 'false 133', 'false 113'], '201']
    expect([early('commit', ''), early('get', where), early('set', where, 'x'), early('end', ''), early('begin', 'x')]).toEqual(
      [...first.slice(0, 4), `false ${before}`],
    )
    expect([call('commit', ''), call('get', where), call('set', where, 'x'), call('end', '')]).toEqual(late)
  })

  test('reaches nothing of the run time but its data model, whatever it names', async () => {
    const { call, sco } = await begun(version)
    const odd = ['cmi', 'adl', 'cmi.core', 'cmi.score', 'cmi.objectives', 'cmi.objectives.0', 'adl.nav', 'adl.sequencing']
      .concat(['cmi.__proto__', 'cmi.constructor', 'cmi.toJSON', 'cmi.reset', 'cmi._initialized', 'cmi.jsonString'])
      .concat(['cmi.core._lesson_status', 'cmi._total_time', 'cmi.start_time', 'cmi.getCurrentTotalTime'])
      .concat(['cmi.objectives.childArray', 'cmi.objectives.00.id', 'cmi.objectives.-1.id', 'cmi.objectives.1e0.id'])
      .concat(['cmi..location', 'cmi.location.', '.cmi', 'cmi.location.length', 'CMI.location', ' cmi.location'])
    for (const name of odd) {
      expect([name, call('set', name, '1')]).toEqual([name, 'false 401'])
      expect([name, call('get', name)]).toEqual([name, '401'])
    }
    expect(call('set', where, 'here')).toBe('true')
    expect(call('end', '')).toBe('true')
    expect(sco.stateNow()).toMatchObject({ [where]: 'here' })
  })

  test('is answered, and loses nothing, whatever it names and sets', async () => {
    const { call } = await begun(version)
    const part = fc.constantFrom(
      'cmi',
      'adl',
      'core',
      'nav',
      'objectives',
      'interactions',
      '0',
      '1',
      'id',
      'score',
      'raw',
      '_count',
      'x',
      '',
    )
    const name = fc.oneof(
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join('.')),
      fc.string(),
    )
    expect(call('set', where, 'here')).toBe('true')
    fc.assert(
      fc.property(name, fc.string(), (element, value) => {
        expect(call('set', element, value)).toMatch(/^(true|false \d{3})$/)
        if (!isElement(version, element)) expect(call('set', element, value)).toMatch(/^false (401|201|351)$/)
      }),
    )
    expect(call('get', where)).toBe('here')
  })

  test('that is refused makes no entry of a list', async () => {
    const { call } = await begun(version)
    for (const list of ['objectives', 'interactions']) {
      const [bad, good] = [`cmi.${list}.0.id`, `cmi.${list}.1.id`]
      expect(call('set', bad, '')).toMatch(/^false/)
      expect(call('get', `cmi.${list}._count`)).toBe('0')
      expect(call('set', good, 'a')).toMatch(/^false/)
      expect([call('set', bad, 'a'), call('set', good, 'b'), call('get', `cmi.${list}._count`)]).toEqual(['true', 'true', '2'])
    }
  })
})
