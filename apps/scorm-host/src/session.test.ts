import { mostCourseElements } from '@sitwell/contract/course-messages'
import { describe, expect, test } from 'vitest'
import type { Left } from './left-store.ts'
import { openedSco as opened, parametersOf } from './testing/opened-sco.ts'

describe('a SCO of SCORM 1.2', () => {
  // SCO-212 SCO-213
  test('has all that it set told with each commit, and as ended when it finishes', async () => {
    const sco = await opened(parametersOf({}))
    expect(sco.call('LMSInitialize', '')).toBe('true')
    sco.call('LMSSetValue', 'cmi.core.lesson_location', 'page 2')
    sco.call('LMSSetValue', 'cmi.suspend_data', 'a=1')
    sco.call('LMSCommit', '')
    expect(sco.messages.map(({ type }) => type)).toEqual(['saveData'])
    expect(sco.stateNow()).toMatchObject({ 'cmi.core.lesson_location': 'page 2', 'cmi.suspend_data': 'a=1' })
    sco.call('LMSSetValue', 'cmi.core.lesson_status', 'completed')
    expect(sco.call('LMSFinish', '')).toBe('true')
    expect(sco.messages.map(({ type }) => type)).toEqual(['saveData', 'saveDataClose'])
    expect(sco.stateNow()).toMatchObject({ 'cmi.core.lesson_status': 'completed', 'cmi.suspend_data': 'a=1' })
    expect(sco.ended()).toBe(1)
  })

  test('keeps the room of its values, however many names it tries that are none', async () => {
    const sco = await opened(parametersOf({}))
    sco.call('LMSInitialize', '')
    for (let at = 0; at < mostCourseElements; at += 1) sco.call('LMSSetValue', `cmi.no_such.${at}`, 'x')
    expect(sco.call('LMSGetLastError')).toBe('401')
    expect(sco.call('LMSSetValue', 'cmi.suspend_data', 'a=1')).toBe('true')
  })

  test('has what it set told without a commit, many values together', async () => {
    const sco = await opened(parametersOf({}))
    sco.call('LMSInitialize', '')
    for (let page = 0; page < 50; page += 1) sco.call('LMSSetValue', 'cmi.core.lesson_location', `page ${page}`)
    sco.settle()
    expect(sco.messages).toHaveLength(1)
    expect(sco.stateNow()).toMatchObject({ 'cmi.core.lesson_location': 'page 49' })
  })

  // SCO-209
  test('finds what it was opened with, and what it had set before', async () => {
    const before = await opened(parametersOf({}))
    before.call('LMSInitialize', '')
    before.call('LMSSetValue', 'cmi.suspend_data', 'half')
    before.call('LMSSetValue', 'cmi.core.session_time', '00:20:00')
    for (let place = 0; place < 12; place += 1) {
      before.call('LMSSetValue', `cmi.objectives.${place}.id`, `objective ${place}`)
      before.call('LMSSetValue', `cmi.objectives.${place}.score.raw`, String(place))
      before.call('LMSSetValue', `cmi.interactions.${place}.id`, `question${place}`)
      before.call('LMSSetValue', `cmi.interactions.${place}.type`, 'choice')
      before.call('LMSSetValue', `cmi.interactions.${place}.student_response`, 'a')
    }
    before.call('LMSSetValue', 'cmi.core.exit', 'suspend')
    before.call('LMSFinish', '')
    const launch = { entry: 'resume', launchData: 'level=2', masteryScore: 80, maxTimeAllowedMs: 5_400_000 } as const
    const sco = await opened(parametersOf(launch, before.stateNow()))
    sco.call('LMSInitialize', '')
    const found = {
      'cmi.core.student_id': 'l1',
      'cmi.core.student_name': 'Lear, Ada',
      'cmi.core.entry': 'resume',
      'cmi.core.lesson_mode': 'normal',
      'cmi.core.credit': 'credit',
      'cmi.core.total_time': '00:20:00',
      'cmi.launch_data': 'level=2',
      'cmi.student_data.mastery_score': '80',
      'cmi.student_data.max_time_allowed': '01:30:00',
      'cmi.suspend_data': 'half',
      'cmi.objectives._count': '12',
      'cmi.objectives.11.score.raw': '11',
      'cmi.interactions._count': '12',
    }
    expect(Object.fromEntries(Object.keys(found).map((element) => [element, sco.call('LMSGetValue', element)]))).toEqual(found)
  })

  test('counts the time of each session once, however often it is told', async () => {
    const sco = await opened(parametersOf({}, { 'cmi.core.total_time': '01:00:00' }))
    sco.call('LMSInitialize', '')
    sco.call('LMSSetValue', 'cmi.core.session_time', '00:10:00')
    sco.call('LMSCommit', '')
    sco.call('LMSCommit', '')
    sco.call('LMSSetValue', 'cmi.core.session_time', '00:30:00')
    sco.call('LMSFinish', '')
    expect(sco.stateNow()).toMatchObject({ 'cmi.core.total_time': '01:30:00' })
  })

  test('passes or fails by its mastery score', async () => {
    const sco = await opened(parametersOf({ masteryScore: 80 }))
    sco.call('LMSInitialize', '')
    sco.call('LMSSetValue', 'cmi.core.score.raw', '79')
    sco.call('LMSSetValue', 'cmi.core.lesson_status', 'completed')
    sco.call('LMSFinish', '')
    expect(sco.stateNow()).toMatchObject({ 'cmi.core.lesson_status': 'failed' })
  })

  test('changes nothing after its end, and nothing before its beginning', async () => {
    const sco = await opened(parametersOf({}))
    expect([sco.call('LMSSetValue', 'cmi.suspend_data', 'early'), sco.call('LMSGetLastError')]).toEqual(['false', '301'])
    sco.call('LMSInitialize', '')
    sco.call('LMSFinish', '')
    const ended = sco.messages.length
    expect([sco.call('LMSSetValue', 'cmi.suspend_data', 'late'), sco.call('LMSGetLastError')]).toEqual(['false', '301'])
    expect([sco.call('LMSGetValue', 'cmi.suspend_data'), sco.call('LMSGetLastError')]).toEqual(['', '301'])
    expect([sco.call('LMSCommit', ''), sco.call('LMSFinish', '')]).toEqual(['false', 'false'])
    sco.session.leave()
    expect(sco.messages).toHaveLength(ended)
  })

  test('is ended for the learner who leaves it, with all that it had set', async () => {
    const sco = await opened(parametersOf({}))
    sco.call('LMSInitialize', '')
    sco.call('LMSSetValue', 'cmi.suspend_data', 'kept')
    sco.session.leave()
    sco.session.leave()
    expect(sco.messages.map(({ type }) => type)).toEqual(['saveDataClose'])
    expect(sco.stateNow()).toMatchObject({ 'cmi.suspend_data': 'kept' })
  })

  test('that never began tells nothing', async () => {
    const sco = await opened(parametersOf({}))
    sco.session.leave()
    expect(sco.messages).toEqual([])
  })

  test('keeps nothing of a review', async () => {
    const sco = await opened(parametersOf({ mode: 'review', entry: '' }, { 'cmi.core.lesson_status': 'completed' }))
    sco.call('LMSInitialize', '')
    expect([sco.call('LMSGetValue', 'cmi.core.lesson_mode'), sco.call('LMSGetValue', 'cmi.core.credit')]).toEqual([
      'review',
      'no-credit',
    ])
    sco.call('LMSSetValue', 'cmi.core.lesson_status', 'incomplete')
    sco.call('LMSCommit', '')
    sco.settle()
    sco.call('LMSFinish', '')
    expect(sco.messages).toEqual([])
    expect(sco.ended()).toBe(1)
  })

  test('sets no more than can be kept', async () => {
    const sco = await opened(parametersOf({}))
    sco.call('LMSInitialize', '')
    const results = new Set<string>()
    for (let place = 0; place < 400; place += 1) {
      sco.call('LMSSetValue', `cmi.interactions.${place}.id`, `q${place}`)
      for (const name of ['student_response', 'weighting', 'time', 'latency', 'result', 'type'])
        results.add(sco.call('LMSSetValue', `cmi.interactions.${place}.${name}`, 'x'.repeat(4000)))
    }
    expect(sco.call('LMSSetValue', 'cmi.suspend_data', 'y'.repeat(70_000))).toBe('false')
    expect(sco.call('LMSGetLastError')).toBe('101')
    sco.call('LMSCommit', '')
    expect(JSON.stringify(sco.messages.at(-1)).length).toBeLessThan(1_048_576)
  })
})

describe('a SCO of SCORM 2004', () => {
  test('has its state told, with the words and the errors of its own version', async () => {
    const launch = { version: '2004', scaledPassingScore: 0.6, completionThreshold: 0.5, launchData: 'd' } as const
    const sco = await opened(parametersOf(launch))
    expect([sco.call('SetValue', 'cmi.location', '1'), sco.call('GetLastError')]).toEqual(['false', '132'])
    sco.call('Initialize', '')
    expect(sco.call('GetValue', 'cmi.scaled_passing_score')).toBe('0.6')
    sco.call('SetValue', 'cmi.score.scaled', '0.7')
    sco.call('SetValue', 'cmi.session_time', 'PT5M')
    sco.call('SetValue', 'cmi.exit', 'suspend')
    sco.call('Commit', '')
    sco.call('Terminate', '')
    expect(sco.messages.map(({ type }) => type)).toEqual(['saveData', 'saveDataClose'])
    expect(sco.stateNow()).toMatchObject({ 'cmi.score.scaled': '0.7', 'cmi.total_time': 'PT5M', 'cmi.exit': 'suspend' })
    expect([sco.call('SetValue', 'cmi.location', '2'), sco.call('GetLastError')]).toEqual(['false', '133'])
  })

  const activity = (id: string) => ({ id, title: id })
  const sequencing = {
    activityTree: {
      id: 'root',
      title: 'A course',
      sequencingControls: { choice: true, flow: true },
      children: [activity('one'), activity('two')],
    },
  }

  test('goes on by its sequencing, and where that stands outlives it', async () => {
    const sco = await opened(parametersOf({ version: '2004', sequencing }))
    sco.call('Initialize', '')
    expect(sco.call('GetValue', 'adl.nav.request_valid.previous')).toBe('false')
    sco.call('SetValue', 'cmi.completion_status', 'completed')
    sco.call('SetValue', 'cmi.session_time', 'PT5M')
    sco.call('SetValue', 'adl.nav.request', 'continue')
    sco.call('Terminate', '')
    expect(sco.session.next()).toBe('two')
    const last = sco.messages.at(-1)
    expect(sco.stateNow()).toMatchObject({ 'cmi.total_time': 'PT5M' })
    const sequencingState = last?.type === 'saveDataClose' ? last.sequencingState : undefined
    if (sequencingState === undefined) throw new Error('Nothing of the sequencing was told')
    const second = await opened(parametersOf({ version: '2004', identifier: 'two', sequencing, sequencingState }))
    second.call('Initialize', '')
    expect(second.call('GetValue', 'adl.nav.request_valid.previous')).toBe('true')
  })

  test('that the sequencing does not lead to runs without it', async () => {
    const sco = await opened(parametersOf({ version: '2004', identifier: 'three', sequencing }))
    sco.call('Initialize', '')
    sco.call('Terminate', '')
    expect(sco.session.next()).toBeUndefined()
    expect(sco.messages.at(-1)).not.toHaveProperty('sequencingState')
  })
})

describe('a SCO whose page goes', () => {
  const placeOf = (left: Left | undefined) =>
    left?.state.data.find(({ element }) => element === 'cmi.core.lesson_location')?.value
  const begun = async (parameters = parametersOf({})) => {
    const sco = await opened(parameters)
    sco.call('LMSInitialize', '')
    sco.call('LMSSetValue', 'cmi.core.lesson_location', 'page 2')
    return sco
  }

  test('may still set things and end itself: each is kept before its call comes back', async () => {
    const sco = await begun()
    sco.session.pageGoes()
    expect(sco.call('LMSSetValue', 'cmi.core.lesson_location', 'page 3')).toBe('true')
    expect(sco.left.map((left) => [placeOf(left), left?.ends])).toEqual([
      ['page 2', false],
      ['page 3', false],
    ])
    expect(sco.call('LMSSetValue', 'cmi.core.session_time', '00:05:00')).toBe('true')
    expect(sco.call('LMSFinish', '')).toBe('true')
    const last = sco.left.at(-1)
    expect([placeOf(last), last?.ends]).toEqual(['page 3', true])
    expect(last?.state.data).toContainEqual({ element: 'cmi.core.total_time', value: '00:05:00' })
  })

  test('and is back, or has nothing that counts, leaves nothing', async () => {
    const sco = await begun()
    sco.session.pageIsBack()
    sco.session.pageGoes()
    sco.session.pageIsBack()
    sco.call('LMSSetValue', 'cmi.core.lesson_location', 'page 3')
    expect(sco.left.map(placeOf)).toEqual(['page 2', undefined])
    const review = await begun(parametersOf({ mode: 'review', entry: '' }))
    review.session.pageGoes()
    const idle = await opened(parametersOf({}))
    idle.session.pageGoes()
    expect([...review.left, ...idle.left]).toEqual([])
  })
})

describe.each(['1.2', '2004'] as const)('a SCO of SCORM %s that never begins a session', (version) => {
  const begin = { '1.2': 'LMSInitialize', '2004': 'Initialize' }[version]
  const ended = [{ type: 'saveDataClose', data: [] }]

  test('is told as ended with nothing set when it is left, and kept as such when its page goes', async () => {
    const sco = await opened(parametersOf({ version }))
    sco.session.pageSettled()
    sco.session.pageGoes()
    expect(sco.left).toEqual([{ state: { data: [] }, ends: true }])
    sco.session.pageIsBack()
    expect(sco.left.at(-1)).toBeUndefined()
    sco.session.leave()
    expect(sco.messages).toEqual(ended)
  })

  test('tells nothing of the kind where its page is not there yet, has begun, had begun before, is an asset, or is looked at again', async () => {
    const unseen = await opened(parametersOf({ version }))
    unseen.session.leave()
    const begun = await opened(parametersOf({ version }))
    begun.session.pageSettled()
    begun.call(begin, '')
    begun.session.leave()
    const before = await opened(parametersOf({ version }, { 'cmi.suspend_data': 'half' }))
    before.session.pageSettled()
    before.session.leave()
    const asset = await opened(parametersOf({ version, kind: 'asset' }))
    asset.session.pageSettled()
    asset.session.leave()
    const review = await opened(parametersOf({ version, mode: 'review', entry: '' }))
    review.session.pageSettled()
    review.session.leave()
    expect([unseen, before, asset, review].map(({ messages }) => messages)).toEqual([[], [], [], []])
    expect(begun.messages).toHaveLength(1)
    expect(begun.messages).not.toEqual(ended)
  })
})
