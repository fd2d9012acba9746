import type { StaffFault } from '../staff/staff-fault.ts'
import type { StaffPlan } from '../staff/staff-plan.ts'
import type { Edit } from './edit.ts'

/** Something that keeps marks and actions of staff from being lost, doubled or replaced, and what shows it where it is missing. */
export interface StaffSafeguard {
  readonly name: string
  readonly side: 'office' | 'server'
  readonly edits: readonly Edit[]
  /** A run in which it is needed, instead of seeds. */
  readonly shownBy?: StaffPlan['strikes']
  /** One of these is found without it. */
  readonly as: readonly StaffFault['kind'][]
}

const marking = (file: string) => `apps/office/src/marking/${file}`
const live = (file: string) => `apps/office/src/live/${file}`
const server = (file: string) => `apps/server/src/${file}`

/** Everybody's network is away, and the browsers end meanwhile. */
const killedOffline: StaffPlan['strikes'] = [0, 1].flatMap((whose) => [
  { kind: 'network' as const, fault: 'cut' as const, whose, afterMs: 4000, lastsMs: 20_000 },
  { kind: 'browser killed' as const, whose, afterMs: 9000, lastsMs: 2000 },
])
/** Replies to markers get lost behind the commit, so that the same is sent again. */
const repliesLost: StaffPlan['strikes'] = [0, 1].map((whose) => ({
  ...{ kind: 'network' as const, fault: 'reply lost after the commit' as const, whose, afterMs: 2000, lastsMs: 25_000 },
}))
/** Replies to the invigilator alone, again and again: many actions are sent again, and each of them gets through soon. */
const actsRepeated: StaffPlan['strikes'] = [0, 1, 2, 3, 4, 5, 6].map(() => ({
  ...{ kind: 'network' as const, fault: 'reply lost after the commit' as const, whose: 2, afterMs: 7000, lastsMs: 3500 },
}))
const awayForLong: StaffPlan['strikes'] = [0, 1].map((whose) => ({
  ...{ kind: 'network' as const, fault: 'cut' as const, whose, afterMs: 3000, lastsMs: 60_000 },
}))

export const staffSafeguards: readonly StaffSafeguard[] = [
  {
    name: 'marks are kept in the browser before they are sent',
    side: 'office',
    edits: [
      {
        file: marking('device/open-device.ts'),
        find: 'openIndexedDbStore(officeDatabase, parts.onError)',
        replace: 'Promise.resolve(createMemoryStore(officeDatabase.places))',
      },
    ],
    shownBy: killedOffline,
    as: ['lost'],
  },
  {
    name: 'a mark has one request id',
    side: 'office',
    edits: [
      {
        file: marking('device/mark-sender.ts'),
        find: '{ ...given, responseID, requestId: id, ...basis }',
        replace: '{ ...given, responseID, requestId: newId(), ...basis }',
      },
    ],
    shownBy: repliesLost,
    as: ['doubled'],
  },
  {
    name: 'a mark that replaces one of this device waits for it',
    side: 'office',
    edits: [
      {
        file: marking('device/mark-sender.ts'),
        find: 'after !== undefined && queue.waiting().some(({ id }) => id === after)',
        replace: 'false',
      },
      {
        file: marking('device/mark-sender.ts'),
        find: 'before?.entry ?? seen',
        replace: 'seen',
      },
    ],
    shownBy: awayForLong,
    as: ['state', 'overwritten'],
  },
  {
    name: 'marks that were acknowledged go again to a database that was set back',
    side: 'office',
    edits: [
      {
        file: marking('device/set-back.ts'),
        find: 'acknowledged.generation !== generation',
        replace: 'false',
      },
    ],
    shownBy: [{ kind: 'restored', afterMs: 2000, lastsMs: 12_000 }],
    as: ['lost', 'falsely acknowledged'],
  },
  {
    name: 'a restore of a backup from a moment before a mark is noticed',
    side: 'server',
    edits: [
      {
        file: server('marking/give.ts'),
        find: 'context.generation.remember()',
        replace: 'undefined',
      },
    ],
    // The second is over before the server that the first one starts again gives a sign of life by itself.
    shownBy: [
      { kind: 'restored', afterMs: 2000, lastsMs: 12_000 },
      { kind: 'restored', afterMs: 12_300, lastsMs: 3300 },
    ],
    as: ['lost', 'falsely acknowledged'],
  },
  {
    name: 'the same request of a mark is stored once',
    side: 'server',
    edits: [
      {
        file: server('assessment/marks/change-response.ts'),
        find: 'await selectByRequest(kysely, place, wanted.requestId)',
        replace: 'undefined',
      },
    ],
    shownBy: repliesLost,
    as: ['doubled', 'stuck'],
  },
  {
    name: 'marks that do not know of each other stand beside each other',
    side: 'server',
    edits: [
      {
        file: 'packages/exam/src/marks-ledger/mark-that-counts.ts',
        find: 'words.filter(({ number }) => !replaced.has(number))',
        replace: 'words.slice(-1)',
      },
    ],
    shownBy: awayForLong,
    as: ['overwritten'],
  },
  {
    name: 'an action is sent again under its id',
    side: 'office',
    edits: [
      {
        file: live('acts/sending.ts'),
        find: "{ ...state, is: 'sent' }",
        replace: "{ is: 'sent', requestId: event.newId, content: event.content }",
      },
    ],
    shownBy: actsRepeated,
    as: ['doubled'],
  },
  {
    name: 'an action is done to somebody once',
    side: 'server',
    edits: [
      { file: server('live-view/run-action.ts'), find: "outcome === 'pending'", replace: 'true' },
      { file: server('live-view/action-queries.ts'), find: 'row !== undefined', replace: 'true' },
      {
        file: server('live-view/action-queries.ts'),
        find: 'rows.map(({ schedule_guid }) => schedule_guid)',
        replace: 'scheduleGuids',
      },
    ],
    shownBy: actsRepeated,
    as: ['doubled'],
  },
  {
    name: 'a view counts its age from the moment at which it asked',
    side: 'office',
    edits: [
      {
        file: live('feed/live-feed.ts'),
        find: 'Math.min(asked.heldMs, elapsedMs(askedAt, clock.now()))',
        replace: 'elapsedMs(askedAt, clock.now())',
      },
    ],
    shownBy: [{ kind: 'network', fault: 'slow', whose: 2, afterMs: 1000, lastsMs: 20_000 }],
    as: ['fresher'],
  },
  {
    name: 'a view counts its age by a clock that nobody sets',
    side: 'office',
    edits: [
      {
        file: live('feed/view-age.ts'),
        find: 'Math.max(to.steadyMs - from.steadyMs, to.wallMs - from.wallMs, 0)',
        replace: 'to.wallMs - from.wallMs',
      },
    ],
    shownBy: [0, 1, 2, 3, 4, 5].map(() => ({ kind: 'clock set', afterMs: 3000, lastsMs: 100 })),
    as: ['fresher'],
  },
]
