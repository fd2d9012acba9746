import { type Safeguard, server } from './safeguard.ts'

/** What keeps time from being taken that was there. */
export const safeguardsOfTiming: readonly Safeguard[] = [
  {
    name: 'that nobody could hear it lets a late answer count',
    side: 'server',
    edits: [
      {
        file: server('assessment/answers/judge-arrival.ts'),
        find: '[...silencesOf(contactOf(run)), ...outages]',
        replace: '[]',
      },
    ],
    shownBy: { end: { kind: 'room away over the end', examSeconds: 14, step: 1, stepsAfter: 0 } },
    as: ['lost', 'overwritten'],
  },
  {
    name: 'a clock that jumps while a server runs is not followed',
    side: 'server',
    edits: [
      {
        file: 'packages/exam/src/time/server-clock.ts',
        find: '{ ...time, reading, nowMs: steadyMs, awayMs: differsMs }',
        replace: '{ reading, nowMs: reading.wallMs, awayMs: 0 }',
      },
    ],
    shownBy: {
      question: 0,
      steps: 8,
      pauseMs: 500,
      strikes: [{ step: 2, kind: 'server clock jump', after: 0, byMs: 86_400_000, untilStep: 6 }],
    },
    as: ['stuck', 'lost', 'overwritten'],
  },
  {
    name: 'the clock of a machine that comes back is not believed alone',
    side: 'server',
    edits: [
      {
        file: 'packages/exam/src/time/server-clock.ts',
        find: 'aheadMs >= -serverJumpMs && aheadMs <= machineRestartMs',
        replace: 'true',
      },
    ],
    shownBy: {
      question: 0,
      steps: 8,
      pauseMs: 500,
      strikes: [{ step: 2, kind: 'server restarted with another clock', after: 0, byMs: 86_400_000, untilStep: 6 }],
    },
    as: ['stuck', 'lost', 'overwritten'],
  },
]
