import type { CourseParameters } from '@sitwell/contract/course-messages'
import type { Activity, SequencingRule } from '@sitwell/exam/courses/sequencing/activity'
import { sequencedAway } from '@sitwell/exam/courses/sequencing/reachable'
import type { ScoFacts } from '@sitwell/exam/courses/sequencing/standing'
import { trackCourse } from '@sitwell/exam/courses/sequencing/tracked-course'
import type { Scorm2004API } from 'scorm-again'
import { describe, expect, test } from 'vitest'
import { openRunTime } from './open-run-time.ts'

type Ending = 'passed' | 'failed' | 'completed' | 'incomplete'

const launched = (identifier: string, sequencing: Record<string, unknown>, sequencingState?: string): CourseParameters => ({
  learner: { id: 'l1', name: 'Lear, Ada' },
  language: 'en',
  data: [],
  launch: {
    ...{ address: '/course/t/a.html', base: '/course/t/', kind: 'sco', version: '2004', entry: 'ab-initio', mode: 'normal' },
    ...{ title: identifier, identifier, sequencing },
    ...(sequencingState !== undefined && { sequencingState }),
  },
})

/** Opens the first SCO in the run time, has it end so, and answers which of the others it gives out when they are chosen. */
const givenOut = async (root: Activity, ending: Ending, wanted: string): Promise<boolean> => {
  const sequencing = { activityTree: structuredClone(root) }
  const begun = await openRunTime(launched('A', sequencing))
  begun.runTime.lmsInitialize('')
  const isJudged = ending === 'passed' || ending === 'failed'
  begun.runTime.lmsSetValue('cmi.completion_status', ending === 'incomplete' ? 'incomplete' : 'completed')
  if (isJudged) begun.runTime.lmsSetValue('cmi.success_status', ending)
  if (isJudged) begun.runTime.lmsSetValue('cmi.score.scaled', ending === 'passed' ? '0.9' : '0.2')
  begun.runTime.lmsFinish('')
  const state = begun.sequencing?.state()
  if (state === undefined) throw new Error('The sequencing did not begin.')
  // Boundary: of SCORM 2004, by its launch.
  const runTime = (await openRunTime(launched('A', sequencing, state))).runTime as Scorm2004API
  runTime.deserializeSequencingState(state)
  runTime.processNavigationRequest('choice', wanted)
  return runTime.getSequencingState()?.currentActivity?.id === wanted
}

const ours = (root: Activity, ending: Ending, wanted: string): boolean => {
  const facts: ScoFacts = {
    completion: ending === 'incomplete' ? 'incomplete' : 'completed',
    // As the server has it: what ended without a word of its success is passed by that.
    success: ending === 'failed' ? 'failed' : 'passed',
    measure: ending === 'passed' ? 0.9 : ending === 'failed' ? 0.2 : undefined,
    attempted: true,
    attempts: 1,
    isUnderWay: false,
    objectives: new Map(),
  }
  return (
    sequencedAway(
      trackCourse(root, (id) => (id === 'A' ? facts : undefined)),
      wanted,
      'A',
    ) === undefined
  )
}

const rule = (action: string, ...conditions: SequencingRule['conditions']): SequencingRule => ({
  action,
  conditionCombination: 'all',
  conditions,
})
const satisfied = { condition: 'satisfied' }
const notSatisfied = { condition: 'satisfied', operator: 'not' }
const greater = { condition: 'objectiveMeasureGreaterThan', parameters: { threshold: 0.5 } }

/** A tells what it came to, and B reads it as its own. */
const reading = (preConditionRules: readonly SequencingRule[], controls = {}): Activity => ({
  id: 'root',
  sequencingControls: { choice: true, flow: true, ...controls },
  children: [
    {
      id: 'A',
      primaryObjective: {
        objectiveID: 'a',
        mapInfo: [{ targetObjectiveID: 'shared', writeSatisfiedStatus: true, writeNormalizedMeasure: true }],
      },
    },
    {
      id: 'B',
      primaryObjective: {
        objectiveID: 'b',
        mapInfo: [{ targetObjectiveID: 'shared', readSatisfiedStatus: true, readNormalizedMeasure: true }],
      },
      sequencingRules: { preConditionRules },
    },
  ],
})

const courses: Readonly<Record<string, Activity>> = {
  'no rule': reading([]),
  'disabled once the other is passed': reading([rule('disabled', satisfied)]),
  'disabled while the other is known not to be passed': reading([rule('disabled', notSatisfied)]),
  'skipped once the other is passed': reading([rule('skip', satisfied)]),
  'hidden from choice for good, and nothing flows to it': reading([rule('hiddenFromChoice', { condition: 'always' })], {
    flow: false,
  }),
  'disabled above a measure': reading([rule('disabled', greater)]),
  'disabled for good': reading([rule('disabled', { condition: 'always' })]),
  'disabled once begun': reading([rule('disabled', { condition: 'attempted' })]),
}

describe('what the server gives out is what the run time gives out', () => {
  const endings = ['passed', 'failed', 'completed', 'incomplete'] as const
  const cases = Object.entries(courses).flatMap(([name, root]) => endings.map((ending) => [name, ending, root] as const))
  test.each(cases)('%s, where the first lesson is %s', async (_, ending, root) => {
    expect(ours(root, ending, 'B')).toBe(await givenOut(root, ending, 'B'))
  })

  test('one attempt is one, on both sides', async () => {
    const root: Activity = { ...reading([]), children: [{ id: 'A', attemptLimit: 1 }, { id: 'B' }] }
    expect(ours(root, 'passed', 'B')).toBe(await givenOut(root, 'passed', 'B'))
    expect(
      sequencedAway(
        trackCourse(root, () => undefined),
        'A',
        undefined,
      ),
    ).toBeUndefined()
  })

  test('one attempt at a block of lessons is one, on both sides', async () => {
    const block: Activity = {
      id: 'block',
      attemptLimit: 1,
      sequencingControls: { choice: true, flow: true },
      children: [{ id: 'A' }],
    }
    const root: Activity = { id: 'root', sequencingControls: { choice: true, flow: true }, children: [block, { id: 'B' }] }
    const sequencing = { activityTree: structuredClone(root) }
    const sit = async (id: string, state?: string) => {
      const { runTime, sequencing: stands } = await openRunTime(launched(id, sequencing, state))
      runTime.lmsInitialize('')
      runTime.lmsSetValue('cmi.completion_status', 'completed')
      runTime.lmsFinish('')
      return stands?.state()
    }
    const state = await sit('B', await sit('A'))
    const runTime = (await openRunTime(launched('B', sequencing, state))).runTime as Scorm2004API
    runTime.processNavigationRequest('choice', 'A')
    const isGivenOut = runTime.getSequencingState()?.currentActivity?.id === 'A'
    const attempts = new Map([
      ['root', 1],
      ['block', 1],
    ])
    expect(
      sequencedAway(
        trackCourse(root, () => undefined, attempts),
        'A',
        'B',
      ) === undefined,
    ).toBe(isGivenOut)
    expect(isGivenOut).toBe(false)
  })

  test('what may only be flown to is not chosen out of order', async () => {
    const root: Activity = {
      id: 'root',
      sequencingControls: { choice: false, flow: true },
      children: [{ id: 'A' }, { id: 'B' }],
    }
    const begun = (await openRunTime(launched('A', { activityTree: root }))).runTime as Scorm2004API
    begun.processNavigationRequest('choice', 'B')
    expect(begun.getSequencingState()?.currentActivity?.id).toBe('A')
  })
})
