import * as z from 'zod/mini'
import { shownPresets } from './accommodations.ts'
import { guid, text } from './fields.ts'
import { dashLedgerEvent } from './invigilation.ts'

const count = z.number().check(z.int(), z.nonnegative())
const moment = z.string()

/** Most people whom one action names. */
export const mostPeopleOfAction = 5000

/** Milliseconds by which the page's time may differ from the ledger's, and its device's clock from the server's, before staff are told. */
export const pageTimeToleranceMs = 2000
export const deviceClockToleranceMs = 60_000

/**
 * How a person stands. `waiting`: their page waits for the start. `resting`: they have a rest break. `time-over`: their time is over, and nothing was handed in yet. `no-contact`: the exam
 * is open, and nothing was heard of its page for {@link noContactMs}.
 */
export const liveStates = [
  ...(['not-arrived', 'waiting', 'working', 'paused', 'resting', 'time-over', 'no-contact', 'handed-in'] as const),
] as const
export type LiveState = (typeof liveStates)[number]

/** Milliseconds without a word from a page, after which a person counts as without contact. A connected page is heard every 25 seconds. */
export const noContactMs = 45_000

/** What the page of a learner said of itself last, at the moment `at`. */
export const pageReported = z.object({
  at: moment,
  /** Milliseconds that the page showed; missing if its exam has no limit. */
  leftMs: z.optional(z.number()),
  /** The page's time less the ledger's, at that moment; missing if one of them has none. Beyond {@link pageTimeToleranceMs} `isOff`. */
  offMs: z.optional(z.number()),
  isOff: z.boolean(),
  /** The clock of the device less the server's, in milliseconds. Beyond {@link deviceClockToleranceMs} `isClockWrong`. */
  clockOffMs: z.optional(z.number()),
  isClockWrong: z.boolean(),
  /** Answers and files on the device that the server didn't have at that moment. */
  unsent: count,
  build: z.optional(z.string()),
  /** The server gives out a newer build than that. */
  isOldBuild: z.boolean(),
})
export type PageReported = z.infer<typeof pageReported>

/** Attendance as staff noted it. */
export const attendances = ['present', 'absent'] as const
export type Attendance = (typeof attendances)[number]

/**
 * A person in the live view. Times are ISO 8601 moments and not ages, so that nothing looks fresher than it is. All is as of `asOf` of the reply that
 * carried the row, or a later reply that didn't.
 */
export const liveRow = z.object({
  /** Names the row for good: the guid of the schedule. */
  rowID: guid,
  userID: z.number(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  examGuid: guid,
  examName: z.string(),
  deliveryID: z.optional(guid),
  roomID: z.optional(guid),
  formRunGuid: z.optional(guid),
  /** The caller's own sitting, on which they can't act. */
  isOwn: z.boolean(),
  state: z.enum(liveStates),
  /** An invigilator holds it. Stands beside `no-contact` and `time-over`, which say more. */
  isPaused: z.boolean(),
  /**
   * The rest breaks that accommodations give; missing if there are none. `until`: they have one, which is over by itself at that moment; otherwise `leftMs`
   * milliseconds are left of all of them together.
   */
  rest: z.optional(z.object({ allowanceMs: z.number(), leftMs: z.optional(z.number()), until: z.optional(moment) })),
  /** The start is held back. */
  isHeld: z.boolean(),
  /** The first and the last moment at which they may begin. */
  opensAt: z.optional(moment),
  closesAt: z.optional(moment),
  startedAt: z.optional(moment),
  handedInAt: z.optional(moment),
  /** `chosen`: handed in by the learner. `time-over`, `server`: their time was over. `staff`: ended by staff. */
  handedInBecause: z.optional(z.enum(['chosen', 'time-over', 'server', 'staff'])),
  /** When something was heard of their page last. */
  contactAt: z.optional(moment),
  /** When an answer was saved last, as far as this is known; never later than that. */
  savedAt: z.optional(moment),
  /** Number of the question that they are at, by their last save or move, and how many there are. */
  question: z.optional(z.object({ number: count, of: count })),
  /**
   * Time by the ledger. While it runs it ends at `endsAt`; while it stands still `leftMs` are left. Missing: the exam has no limit, or hasn't begun.
   */
  time: z.optional(z.object({ endsAt: z.optional(moment), leftMs: z.optional(z.number()) })),
  /** Milliseconds for the whole exam of somebody who hasn't begun; `ownMs` are in it. */
  wholeMs: z.optional(z.number()),
  /** Milliseconds that accommodations give, and that were added in the sitting or before. */
  ownMs: z.optional(z.number()),
  addedMs: z.optional(z.number()),
  page: z.optional(pageReported),
  /** What was said last of each that watches over the exam, or holds its browser. */
  supervision: z.array(z.object({ provider: z.string(), what: z.string() })),
  /** The exam continues without what should watch over it: it was lost or waived. */
  isUnsupervised: z.boolean(),
  /** They asked for more time at this moment, and nobody has answered. */
  requestedAt: z.optional(moment),
  incidents: count,
  attendance: z.optional(z.enum(attendances)),
})
export type LiveRow = z.infer<typeof liveRow>

export const incidentCategories = [
  ...(['technical', 'health', 'conduct', 'late-arrival', 'left-room', 'noise', 'evacuation', 'other'] as const),
] as const
export type IncidentCategory = (typeof incidentCategories)[number]

const written = (most: number) => text(most).check(z.regex(/\S/))
/** Seconds that may be given at once: a day. */
const someSeconds = z.number().check(z.int(), z.positive(), z.maximum(86_400))

/**
 * What can be done to people from the live view. `add-time`: also to whoever has not begun, and to whoever's time is over, whose exam is open again by it.
 * `end`: hands in. `let-in-late`: they may begin for `seconds` from now on. `move`: to another room of the delivery. `free-device`: ends their sessions,
 * so that another device may take the place. `hold-start`: nobody of them can begin until `release-start`. `evacuate`: pauses and notes it.
 * `decide-request`: answers a request for more time, 0 seconds declines. `rest-break`: the clock stands still until the learner continues, no longer than
 * their allowance says; `end-rest-break`: they are asked to continue, and within two minutes the time runs by itself.
 */
export const liveAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add-time'), seconds: someSeconds }),
  z.object({ kind: z.literal('pause') }),
  /** The time stands until the learner continues, `seconds` at most; 120 if it isn't said. */
  z.object({
    kind: z.literal('resume'),
    seconds: z.optional(z.number().check(z.int(), z.nonnegative(), z.maximum(86_400))),
  }),
  z.object({ kind: z.literal('message'), text: written(1000) }),
  z.object({ kind: z.literal('end'), reason: written(1000) }),
  z.object({ kind: z.literal('reopen'), reason: written(1000), seconds: z.optional(someSeconds) }),
  z.object({ kind: z.literal('let-in-late'), seconds: someSeconds }),
  z.object({ kind: z.literal('waive'), reason: written(1000) }),
  z.object({ kind: z.literal('incident'), category: z.enum(incidentCategories), text: written(4000) }),
  z.object({ kind: z.literal('attendance'), attendance: z.enum(attendances) }),
  z.object({ kind: z.literal('move'), roomID: guid }),
  z.object({ kind: z.literal('free-device') }),
  z.object({ kind: z.literal('rest-break') }),
  z.object({ kind: z.literal('end-rest-break') }),
  z.object({ kind: z.literal('hold-start') }),
  z.object({ kind: z.literal('release-start') }),
  z.object({ kind: z.literal('evacuate'), text: written(1000) }),
  z.object({
    kind: z.literal('decide-request'),
    seconds: z.number().check(z.int(), z.nonnegative(), z.maximum(86_400)),
  }),
])
export type LiveAct = z.infer<typeof liveAct>
export type LiveActKind = LiveAct['kind']

/**
 * Why somebody was left as they are. `own`: nobody acts on their own sitting. `not-allowed`: the caller may not do this to them. `cannot`: their exam is
 * such that it can't be done: it isn't timed, or nothing was asked for. `paused`: an invigilator holds it. `no-rest-left`: they have no allowance of rest breaks, or
 * nothing is left of it. `too-late`: it was asked for this long ago that it wasn't done any more.
 */
export const liveReasons = [
  ...(['own', 'not-found', 'not-allowed', 'not-started', 'started', 'handed-in', 'not-handed-in'] as const),
  ...(['no-time-left', 'no-rest-left', 'paused', 'pause-not-allowed', 'cannot', 'too-late'] as const),
] as const
export type LiveReason = (typeof liveReasons)[number]

/** `unchanged`: they stood so already. `pending`: it is stored, and not done yet. */
export const liveOutcomes = ['pending', 'applied', 'unchanged', 'refused'] as const
export type LiveOutcome = (typeof liveOutcomes)[number]

export const liveActed = z.object({
  rowID: guid,
  outcome: z.enum(liveOutcomes),
  reason: z.optional(z.enum(liveReasons)),
})
export type LiveActed = z.infer<typeof liveActed>

/** An action with what happened to it, for those of its people whom the caller may see. */
export const liveAction = z.object({
  actionID: guid,
  act: liveAct,
  at: moment,
  /** Name of whoever did it. */
  by: z.string(),
  isMine: z.boolean(),
  counts: z.object({
    people: count,
    ...{ pending: count, applied: count, unchanged: count, refused: count },
    /** Of those applied: whose page can be reached by it, whose page has it, and whose page or learner has confirmed it. */
    ...{ expected: count, delivered: count, acknowledged: count },
  }),
  /** When the last page so far got it, and confirmed it. */
  deliveredAt: z.optional(moment),
  acknowledgedAt: z.optional(moment),
  /** The one person whom it names. */
  person: z.optional(z.object({ rowID: guid, firstName: z.string(), lastName: z.string() })),
})
export type LiveAction = z.infer<typeof liveAction>

/** What happened to an action for one person, with the moments. */
export const liveActionPerson = z.object({
  ...liveActed.shape,
  firstName: z.string(),
  lastName: z.string(),
  appliedAt: z.optional(moment),
  deliveredAt: z.optional(moment),
  acknowledgedAt: z.optional(moment),
})
export type LiveActionPerson = z.infer<typeof liveActionPerson>

/** An action in the history of one person. */
export const livePersonAction = z.object({
  ...{ actionID: guid, act: liveAct, at: moment, by: z.string(), isMine: z.boolean() },
  ...{ outcome: z.enum(liveOutcomes), reason: z.optional(z.enum(liveReasons)) },
  ...{ appliedAt: z.optional(moment), deliveredAt: z.optional(moment), acknowledgedAt: z.optional(moment) },
})

export const livePerson = z.object({
  row: liveRow,
  /** What accommodations set for them on the screen. */
  presets: z.optional(shownPresets),
  /** The ledger of their sitting; empty before it begins. */
  events: z.array(dashLedgerEvent),
  actions: z.array(livePersonAction),
  asOf: moment,
})

/** A permission of the live view that the caller holds. */
export const livePermissions = [
  ...(['sittings.extend', 'sittings.pause', 'sittings.reopen', 'sittings.waive', 'incidents.write'] as const),
] as const
export const permissionOfLiveAct = {
  ...{ 'add-time': 'sittings.extend', 'decide-request': 'sittings.extend', 'let-in-late': 'sittings.extend' },
  ...{ pause: 'sittings.pause', resume: 'sittings.pause', evacuate: 'sittings.pause', message: 'sittings.pause' },
  ...{ 'hold-start': 'sittings.pause', 'release-start': 'sittings.pause', end: 'sittings.reopen', reopen: 'sittings.reopen' },
  ...{ waive: 'sittings.waive', incident: 'incidents.write', attendance: 'incidents.write', move: 'incidents.write' },
  ...{ 'free-device': 'incidents.write', 'rest-break': 'sittings.pause', 'end-rest-break': 'sittings.pause' },
} as const satisfies Record<LiveActKind, (typeof livePermissions)[number]>

const may = z.array(z.enum(livePermissions))

export const liveRoom = z.object({
  roomID: guid,
  name: z.string(),
  centre: z.string(),
  zone: z.string(),
  /** The caller is an invigilator of this very room. */
  isOwn: z.boolean(),
  /** What the caller may do to people in it. */
  may,
})
export type LiveRoom = z.infer<typeof liveRoom>

/** What a live view is about: a delivery, or the sittings of an exam that belong to none. */
export const liveView = z.object({
  deliveryID: z.optional(guid),
  examGuid: z.optional(guid),
  name: z.string(),
  examName: z.string(),
  /** Name of a time zone in the database of IANA; missing if no delivery says. */
  zone: z.optional(z.string()),
  startsAt: z.optional(moment),
  endsAt: z.optional(moment),
  rooms: z.array(liveRoom),
  /** What the caller may do to people without a room, and anywhere in it. */
  may,
})
export type LiveView = z.infer<typeof liveView>

export const liveCounts = z.object({
  people: count,
  ...{ waiting: count, open: count, 'handed-in': count },
})

/** What is under way, or will be within a day. */
export const liveUnderWay = z.object({
  deliveryID: z.optional(guid),
  examGuid: z.optional(guid),
  name: z.string(),
  examName: z.string(),
  zone: z.optional(z.string()),
  startsAt: z.optional(moment),
  endsAt: z.optional(moment),
  counts: liveCounts,
  rooms: z.array(z.object({ roomID: guid, name: z.string(), isOwn: z.boolean(), people: count })),
})
export type LiveUnderWay = z.infer<typeof liveUnderWay>
