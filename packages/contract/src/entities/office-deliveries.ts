import * as z from 'zod/mini'
import { shownPresets } from './accommodations.ts'
import { guid, text } from './fields.ts'

const count = z.number().check(z.int(), z.nonnegative())
const userID = z.number().check(z.int())

const isDay = (wall: string) => new Date(`${wall.slice(0, 10)}T00:00Z`).toJSON()?.slice(0, 10) === wall.slice(0, 10)

/** A time as the clock of a place shows it, `2026-12-03T09:30`: which moment that is follows from the time zone. */
export const wallTime = z
  .string()
  .check(z.regex(/^20\d{2}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/), z.refine(isDay, 'no such day'))

/**
 * When an exam may be begun. A time that the clock shows twice, in the night in which it is set back, needs `opensSecond` or `closesSecond`: true means
 * the later of both. A time that the clock leaves out means as much later as the clock is set forward.
 */
export const deliveryWindow = z.object({
  opens: wallTime,
  opensSecond: z.optional(z.boolean()),
  closes: wallTime,
  closesSecond: z.optional(z.boolean()),
})
export type DeliveryWindow = z.infer<typeof deliveryWindow>

/** Most people of one delivery. */
export const mostPeopleOfDelivery = 10_000
/** Most groups and people that one delivery names. */
export const mostEntriesOfDelivery = 2000
export const mostRoomsOfDelivery = 100

/** `pin`: a number of six digits for each person. `shared`: one password for all. */
export const deliveryPasswords = ['none', 'pin', 'shared'] as const
export type DeliveryPassword = (typeof deliveryPasswords)[number]

/** `exam`: as the exam says. */
export const deliverySupervision = ['exam', 'none', 'Proctorio', 'IntegrityAdvocate'] as const
export const deliverySafeExamBrowser = ['exam', 'none', 'generate'] as const
export const deliverySupports = ['exam', 'none', 'all'] as const
/** When learners are shown their marks. `exam`: immediately if no question of the exam needs a person, and otherwise once results are confirmed. */
export const deliveryReleases = ['exam', 'immediately', 'confirmed'] as const

const rules = {
  passwords: z.enum(deliveryPasswords),
  proctoring: z.enum(deliverySupervision),
  safeExamBrowser: z.enum(deliverySafeExamBrowser),
  supports: z.enum(deliverySupports),
  release: z.enum(deliveryReleases),
}
export const deliveryRules = z.object(rules)
export type DeliveryRules = z.infer<typeof deliveryRules>

const roomWanted = z.object({
  roomID: guid,
  /** In the time zone of the room's centre. Missing: as the delivery. */
  window: z.optional(deliveryWindow),
})

/** Whom a delivery is for: the members of a group, or one person; each in a room, if it is known. */
const entryWanted = z.union([
  z.object({ groupID: guid, roomID: z.optional(guid) }),
  z.object({ userID, roomID: z.optional(guid) }),
])
export type DeliveryEntryWanted = z.infer<typeof entryWanted>

/** What staff say of a delivery. */
export const deliveryFields = {
  name: text(200).check(z.minLength(1)),
  examGuid: guid,
  examVersion: z.number().check(z.int(), z.positive()),
  /** Name of a time zone in the database of IANA. */
  zone: text(100),
  window: deliveryWindow,
  rooms: z.array(roomWanted).check(z.maxLength(mostRoomsOfDelivery)),
  entries: z.array(entryWanted).check(z.maxLength(mostEntriesOfDelivery)),
  rules: deliveryRules,
  /** The password for all. Missing: it stays as it is. */
  sharedPassword: z.optional(text(100).check(z.minLength(1))),
}

/** `draft`: nobody was scheduled yet. */
export const deliveryStates = ['draft', 'upcoming', 'under-way', 'over', 'cancelled'] as const
export type DeliveryStateName = (typeof deliveryStates)[number]

/** How many people have which state. */
const peopleCounts = z.object({ 'not-started': count, started: count, finished: count })

const facts = {
  deliveryID: guid,
  name: z.string(),
  examGuid: guid,
  examName: z.string(),
  examVersion: z.number(),
  zone: z.string(),
  /** The first moment at which somebody may begin, and the last one, as ISO 8601. */
  startsAt: z.string(),
  endsAt: z.string(),
  state: z.enum(deliveryStates),
}

/** A delivery in a list. */
export const deliveryRow = z.object({ ...facts, rooms: count, counts: peopleCounts })
export type DeliveryRow = z.infer<typeof deliveryRow>

/**
 * `added`: a person was added while the exam was under way, or before. `pins-replaced`: slips that were printed before no longer work.
 * `zone-moved`: the rules of a time zone have changed, and moments with them.
 */
export const deliveryActs = ['applied', 'added', 'undone', 'cancelled', 'pins-replaced', 'zone-moved'] as const

export const deliveryChange = z.object({
  number: count,
  act: z.enum(deliveryActs),
  at: z.string(),
  /** The name of a person. */
  by: z.string(),
  /** How many people it changed something for. */
  people: count,
  isUndone: z.boolean(),
  reason: z.optional(z.string()),
})
export type DeliveryChange = z.infer<typeof deliveryChange>

/** A person in a delivery, by name. */
const named = { userID, username: z.string(), firstName: z.string(), lastName: z.string() }

export const deliveryEntry = z.union([
  z.object({ groupID: guid, name: z.string(), members: count, roomID: z.optional(guid) }),
  z.object({ ...named, roomID: z.optional(guid) }),
])
export type DeliveryEntry = z.infer<typeof deliveryEntry>

export const deliveryRoom = z.object({
  roomID: guid,
  name: z.string(),
  centre: z.string(),
  zone: z.string(),
  seats: z.optional(count),
  window: z.optional(deliveryWindow),
  startsAt: z.string(),
  endsAt: z.string(),
  /**
   * Who has the role of invigilator in this very room of the delivery, now or soon, by `officeGrantRole` with the scope `delivery-room`. For whoever may change the
   * delivery.
   */
  invigilators: z.optional(z.array(z.object(named))),
})
export type DeliveryRoom = z.infer<typeof deliveryRoom>

/** One delivery. Times are ISO 8601. */
export const deliveryState = z.object({
  ...facts,
  /** Counts the changes of what staff say of it. */
  version: count,
  /** The newest version of the exam. */
  newestVersion: z.number(),
  window: deliveryWindow,
  rooms: z.array(deliveryRoom),
  /** Those whom the caller may see. */
  entries: z.array(deliveryEntry),
  rules: deliveryRules,
  counts: peopleCounts,
  /** The latest first, 50 at most. */
  changes: z.array(deliveryChange),
  /** The number of the change that can be undone now. */
  canUndo: z.optional(count),
  /** The caller may change it. */
  mayChange: z.boolean(),
})
export type DeliveryState = z.infer<typeof deliveryState>

export const deliveryPersonStates = ['not-started', 'started', 'finished'] as const
export type DeliveryPersonState = (typeof deliveryPersonStates)[number]

/** A person whom a delivery has scheduled. */
export const deliveryPerson = z.object({
  ...named,
  scheduleGuid: guid,
  examVersion: z.number(),
  startsAt: z.optional(z.string()),
  endsAt: z.optional(z.string()),
  /** Milliseconds that they have for the exam; missing if it has no limit. */
  timeMs: z.optional(count),
  /** Milliseconds of it by accommodations. */
  ownMs: z.optional(count),
  /** What accommodations set for them on the screen. */
  presets: z.optional(shownPresets),
  room: z.optional(z.string()),
  state: z.enum(deliveryPersonStates),
  /** For whoever may change the delivery, until the exam is completed. */
  pin: z.optional(z.string()),
})
export type DeliveryPerson = z.infer<typeof deliveryPerson>

/**
 * Why somebody stays as they are, or gets nothing. `beyond`: the caller may see them, and schedule nothing for them. `started`, `finished`: what was begun
 * is not changed. `duplicate`: they have the same exam open otherwise, and the player would show one of both (`other` names it). `over`: their window is over.
 */
export const deliveryReasons = ['not-found', 'beyond', 'suspended', 'duplicate', 'started', 'finished', 'over', 'same'] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

/** What a schedule says that a delivery decides. Times are ISO 8601. */
const scheduled = z.object({
  startsAt: z.optional(z.string()),
  endsAt: z.optional(z.string()),
  examVersion: z.number(),
  room: z.optional(z.string()),
})
export type DeliveryScheduled = z.infer<typeof scheduled>

export const deliveryBecomes = ['new', 'changed', 'removed', 'unchanged', 'refused'] as const
export type DeliveryBecomes = (typeof deliveryBecomes)[number]

/** What happens to one person. */
export const deliveryLine = z.object({
  userID,
  username: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  becomes: z.enum(deliveryBecomes),
  reason: z.optional(z.enum(deliveryReasons)),
  /** The delivery that has the same exam for them; missing if it is none. */
  other: z.optional(z.string()),
  from: z.optional(scheduled),
  to: z.optional(scheduled),
  /** Which of the rules would be others. */
  rules: z.optional(z.array(z.enum(['passwords', 'proctoring', 'safeExamBrowser', 'supports', 'release']))),
})
export type DeliveryLine = z.infer<typeof deliveryLine>

/** What a delivery would change, person by person. */
export const deliveryPreview = z.object({
  deliveryID: guid,
  people: z.array(deliveryLine),
  totals: z.object({ changed: count, unchanged: count, refused: count }),
  /** It can be undone until somebody begins. */
  canUndo: z.boolean(),
  /** Names this preview: whoever applies it gives it back. */
  hash: z.string(),
})
export type DeliveryPreview = z.infer<typeof deliveryPreview>

/**
 * What keeps a person from sitting, or may. `not-scheduled`: what the delivery says is not applied yet for them. `cut-short`: the window closes before their
 * time ends. `clash`: another exam of theirs is at the same time. `duplicate`: they have the same exam open otherwise. `moved`: new rules of a time zone have
 * moved their start.
 */
export const deliveryCauses = [
  ...([
    'refused',
    'not-scheduled',
    'cut-short',
    'clash',
    'duplicate',
    'suspended',
    'moved',
    'never-signed-in',
    'no-mail',
  ] as const),
] as const
export type DeliveryCause = (typeof deliveryCauses)[number]

export const deliveryCauseRow = z.object({
  cause: z.enum(deliveryCauses),
  /** It keeps them from sitting the exam in full. */
  isGrave: z.boolean(),
  count,
  /** The first by name, 50 at most. */
  people: z.array(
    z.object({
      userID,
      username: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      /** Of `cut-short`: when their time ends if they begin as the window opens, and when it closes. */
      needsUntil: z.optional(z.string()),
      closesAt: z.optional(z.string()),
      /** Of `moved`: when they would have begun, and when they will. */
      wasAt: z.optional(z.string()),
      isAt: z.optional(z.string()),
      /** Of `clash` and `duplicate`: the name of the other exam. */
      other: z.optional(z.string()),
    }),
  ),
})
export type DeliveryCauseRow = z.infer<typeof deliveryCauseRow>

export const deliveryReadiness = z.object({
  people: count,
  canSit: count,
  causes: z.array(deliveryCauseRow),
  asOf: z.string(),
})
export type DeliveryReadiness = z.infer<typeof deliveryReadiness>
