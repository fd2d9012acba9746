import * as z from 'zod/mini'
import { guid, text } from './fields.ts'
import { attendances, incidentCategories } from './office-live.ts'

const count = z.number().check(z.int(), z.nonnegative())
const moment = z.string()

/** `open`: begun, and neither handed in nor ended. */
export const reportedStates = ['not-begun', 'open', 'handed-in'] as const

/** Whether somebody was there: who begins was, whatever staff noted; `unknown` if nobody said so and they didn't begin. */
export const presences = ['present', 'absent', 'unknown'] as const
export type Presence = (typeof presences)[number]

/** One person in the report of a room. */
export const roomReportPerson = z.object({
  /** The guid of the schedule. */
  rowID: guid,
  ...{ userID: z.number(), username: z.string(), firstName: z.string(), lastName: z.string() },
  number: z.optional(z.string()),
  presence: z.enum(presences),
  /** As staff noted it. */
  attendance: z.optional(z.enum(attendances)),
  state: z.enum(reportedStates),
  ...{ startedAt: z.optional(moment), handedInAt: z.optional(moment) },
  /** Milliseconds that staff added. */
  addedMs: count,
  /** Rest breaks that were had, and milliseconds of them. */
  ...{ restBreaks: count, restMs: count },
  /** How often their exam was opened again. */
  reopened: count,
  /** Answers and files that came late and wait for a decision. */
  lateWaiting: count,
  incidents: count,
})
export type RoomReportPerson = z.infer<typeof roomReportPerson>

export const reportedIncident = z.object({
  rowID: guid,
  ...{ firstName: z.string(), lastName: z.string() },
  at: moment,
  /** Missing: nobody chose one. */
  category: z.optional(z.enum(incidentCategories)),
  text: z.string(),
  /** The name of a person. */
  by: z.string(),
})
export type ReportedIncident = z.infer<typeof reportedIncident>

export const roomReportCounts = z.object({
  people: count,
  ...{ present: count, absent: count, unknown: count },
  /** Noted as absent, and began anyway. */
  contradictory: count,
  ...{ begun: count, handedIn: count, open: count, reopened: count, lateWaiting: count, incidents: count },
})
export type RoomReportCounts = z.infer<typeof roomReportCounts>

/** What is another in a report than it was as it was signed off. */
export const reportedFacts = [
  ...(['joined', 'left', 'presence', 'state', 'addedMs', 'restMs', 'reopened', 'lateWaiting', 'incidents'] as const),
] as const
export type ReportedFact = (typeof reportedFacts)[number]

export const roomReportChange = z.object({
  rowID: guid,
  /** Missing of somebody who is not there any more. */
  ...{ firstName: z.optional(z.string()), lastName: z.optional(z.string()) },
  what: z.enum(reportedFacts),
  /** Of what can be compared: as it was, and as it is. */
  ...{ from: z.optional(z.union([z.string(), z.number()])), to: z.optional(z.union([z.string(), z.number()])) },
})
export type RoomReportChange = z.infer<typeof roomReportChange>

/** Somebody has signed the report of a room; it is never taken back, and another one may come after it. */
export const roomSignOff = z.object({
  number: count,
  at: moment,
  /** The name of a person. */
  by: z.string(),
  remark: z.string(),
})
export type RoomSignOff = z.infer<typeof roomSignOff>

/** Longest remark of a sign-off. */
export const signOffRemark = text(2000)

const facts = {
  /** Missing of the people who have no room. */
  roomID: z.optional(guid),
  ...{ room: z.optional(z.string()), centre: z.optional(z.string()) },
  /** Name of a time zone of IANA. */
  zone: z.string(),
  ...{ startsAt: moment, endsAt: moment },
  counts: roomReportCounts,
  /** The caller may sign it off. */
  maySign: z.boolean(),
}

/** A room in the list of those of a delivery. */
export const roomReportRow = z.object({
  ...facts,
  signedOff: z.optional(z.object({ at: moment, by: z.string(), isCurrent: z.boolean() })),
})
export type RoomReportRow = z.infer<typeof roomReportRow>

/** What happened in a room of a delivery, from the rows as they are now. */
export const roomReport = z.object({
  deliveryID: guid,
  ...{ name: z.string(), examName: z.string() },
  ...facts,
  people: z.array(roomReportPerson),
  incidents: z.array(reportedIncident),
  /** The newest first. */
  signOffs: z.array(roomSignOff),
  /** What has changed since the newest one. */
  changes: z.array(roomReportChange),
  /** Names what is shown: whoever signs it off gives it back. */
  hash: z.string(),
  asOf: moment,
})
export type RoomReport = z.infer<typeof roomReport>
