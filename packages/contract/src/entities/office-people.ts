import * as z from 'zod/mini'
import { roles } from '../roles.ts'
import { guid, text } from './fields.ts'
import { namedScope } from './office-groups.ts'

const userID = z.number().check(z.int())

/**
 * What staff type of a person; `''` empties a field. Blanks around a text, and more than one between two words, don't count. The server refuses what is
 * no e-mail address, phone number or name as INVALID_REQUEST, and `details` names the field.
 */
export const personFields = {
  username: text(200),
  firstName: text(200),
  lastName: text(200),
  email: text(254),
  /** The organisation's own number of the person. */
  identifier: text(100),
  /** `YYYY-MM-DD`. */
  dateOfBirth: z.union([z.literal(''), z.iso.date()]),
  phone: text(40),
  languageID: z.number().check(z.int(), z.positive()),
}

/** What the office knows of a person, at a version. Times are ISO 8601. A field that holds nothing is missing. */
export const personState = z.object({
  userID,
  version: z.number(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.optional(z.string()),
  identifier: z.optional(z.string()),
  dateOfBirth: z.optional(z.string()),
  phone: z.optional(z.string()),
  languageID: z.number(),
  isSuspended: z.boolean(),
  /** The last sign-in, to the player or to the office; missing if there has been none. */
  lastSignInAt: z.optional(z.string()),
})
export type PersonState = z.infer<typeof personState>

/** A group that somebody is in. */
export const groupOfPerson = z.object({ groupID: guid, name: z.string() })

/** One line of the list of people. `roles`: those that the person holds now. */
export const personRow = z.object({
  userID,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  identifier: z.optional(z.string()),
  email: z.optional(z.string()),
  roles: z.array(z.enum(roles)),
  isSuspended: z.boolean(),
  lastSignInAt: z.optional(z.string()),
  /** The groups of the person by name: those in which the caller may see people. Missing if there are none. */
  groups: z.optional(z.array(groupOfPerson)),
})
export type PersonRow = z.infer<typeof personRow>

/** Which people a list shows. */
export const shownPeople = ['all', 'learners', 'staff', 'suspended', 'never-signed-in'] as const

/** By what a list of people is sorted; `name` is the last name, then the first. */
export const peopleSorts = ['name', 'username', 'identifier', 'lastSignIn'] as const

/** A role that a person was given, of any state. Times are ISO 8601. */
export const personGrant = z.object({
  id: z.string(),
  role: z.enum(roles),
  /** `open`: in force now, or from `from` on. */
  state: z.enum(['open', 'over', 'withdrawn']),
  isInForce: z.boolean(),
  from: z.optional(z.string()),
  until: z.optional(z.string()),
  /** The name of a person, or `command:…`, `import`, `migration`. */
  grantedBy: z.string(),
  /** Missing if the role was a flag of an earlier version. */
  grantedAt: z.optional(z.string()),
  withdrawnBy: z.optional(z.string()),
  withdrawnAt: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** The part of the organisation in which it is held; missing if that is all of it. */
  scope: z.optional(namedScope),
  /** The caller may withdraw it. */
  mayWithdraw: z.boolean(),
})
export type PersonGrant = z.infer<typeof personGrant>

/** Roles that the caller may give to a person in one part of the organisation, and in what is within it. */
export const givableRoles = z.object({
  /** Missing: all of the organisation. */
  scope: z.optional(namedScope),
  /** `until`: the caller's own role ends then (ISO 8601), so that what they give ends no later; missing if it may be without an end. */
  roles: z.array(z.object({ role: z.enum(roles), until: z.optional(z.string()) })),
})
export type GivableRoles = z.infer<typeof givableRoles>

/** What the caller may do to a person now: by their own roles, the person's roles and the person's state. */
export const mayOnPerson = z.object({
  /** Names, date of birth, identifier, language. */
  change: z.boolean(),
  /** Username, e-mail and phone: ways in. Nobody changes their own here. */
  changeContact: z.boolean(),
  suspend: z.boolean(),
  resume: z.boolean(),
  invite: z.boolean(),
  resetPassword: z.boolean(),
  resetSecondStep: z.boolean(),
  endSessions: z.boolean(),
  /** Hand out all that is known of them. */
  export: z.boolean(),
  /** Take away all that is known of them. */
  erase: z.boolean(),
  /** Roles that the caller may give to the person, without an end. */
  grant: z.array(z.enum(roles)),
  /** Roles of the person that the caller may withdraw. */
  withdraw: z.array(z.enum(roles)),
})
export type MayOnPerson = z.infer<typeof mayOnPerson>

/** How somebody gets in. A link is returned once, to be handed over in person; nothing stores it. */
export const wayIn = z.union([
  z.object({ by: z.literal('mail'), to: z.string(), until: z.string() }),
  z.object({
    by: z.literal('link'),
    link: z.string(),
    until: z.string(),
    /** There is an address, and the mail could not be sent. */
    mailFailed: z.optional(z.literal(true)),
  }),
])
export type WayIn = z.infer<typeof wayIn>

/** What a person's timeline distinguishes. */
export const timelineKinds = [
  ...(['person-added', 'person-changed', 'person-suspended', 'person-resumed', 'person-exported'] as const),
  ...(['sign-in', 'sign-in-refused', 'sign-out', 'session-ended', 'signed-in-as', 'login-token-made'] as const),
  ...(['password-link-sent', 'password-set', 'password-refused'] as const),
  ...(['second-step-passed', 'second-step-refused', 'second-step-reset', 'device-remembered', 'recovery-codes-made'] as const),
  ...(['role-granted', 'role-withdrawn'] as const),
  ...(['course-given', 'course-taken', 'course-reset'] as const),
  ...(['accommodation-added', 'accommodation-changed', 'accommodation-withdrawn'] as const),
  ...(['sitting-started', 'sitting-handed-in'] as const),
  'other',
] as const

/** Something that happened to a person, or that they did. */
export const timelineEntry = z.object({
  /** Of its own within the timeline. */
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  kind: z.enum(timelineKinds),
  /** Who did it, if it was somebody else: a name, or `command:…`. */
  author: z.optional(z.string()),
  /** Plain English from the log: a call, a field, a code. */
  what: z.optional(z.string()),
  role: z.optional(z.enum(roles)),
  /** Why, as it was written down. */
  reason: z.optional(z.string()),
  /** Names of fields that were changed. */
  fields: z.optional(z.array(z.string())),
  exam: z.optional(z.string()),
  /** The sitting that began or was handed in, if it is of a delivery and the caller may read results: its evidence has a page. */
  sitting: z.optional(z.object({ deliveryID: z.string(), formRunGUID: z.string() })),
  /** How many times within a minute, if more than once. */
  times: z.optional(z.number()),
  /** Only with the permission `security-log.read`. */
  address: z.optional(z.string()),
})
export type TimelineEntry = z.infer<typeof timelineEntry>
