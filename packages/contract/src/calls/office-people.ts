import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber, text } from '../entities/fields.ts'
import {
  givableRoles,
  groupOfPerson,
  mayOnPerson,
  peopleSorts,
  personGrant,
  personRow,
  personState,
  shownPeople,
  timelineEntry,
} from '../entities/office-people.ts'

/** The position at which a list continues: the cursor of an earlier page. */
const cursor = z.optional(text(2000))

const pageLimit = (most: number) => z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(most)))

/**
 * People of the organisation, or of the groups in which the caller has the permission, a page at a time. Without a cursor from the start, with `total`: how many there are in all. `search`: words of which
 * each is in a name, the username, the identifier or the e-mail; capitals and accents don't count. A cursor holds for the search, filter
 * and order that it was given for; with any others it is refused as INVALID_REQUEST.
 */
export const officePeople = defineCall({
  name: 'officePeople',
  summary: 'List people',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/people',
  access: { permission: 'people.read', scope: 'places' },
  office: 'named',
  query: z.object({
    search: z.optional(text(200)),
    /** All, if it is missing. */
    show: z.optional(z.enum(shownPeople)),
    /** Only the members of this group. */
    group: z.optional(guid),
    /** By name, if it is missing. */
    sort: z.optional(z.enum(peopleSorts)),
    descending: z.optional(z.enum(['true', 'false'])),
    cursor,
    /** People of one page: 50, if it is missing. */
    limit: pageLimit(200),
  }),
  reply: z.object({
    people: z.array(personRow),
    /** The cursor of the next page; missing on the last one. */
    next: z.optional(z.string()),
    /** How many there are in all; on the first page alone. */
    total: z.optional(z.number()),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: [],
})

/** One person, with what the caller may do to them. NOT_FOUND: there is none with this number; `details` says `erased` if there was. */
export const officePerson = defineCall({
  name: 'officePerson',
  summary: 'Show a person',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/people/person',
  access: { permission: 'people.read', scope: ['userID'] },
  office: 'named',
  query: z.object({ userID: queryNumber }),
  reply: z.object({
    person: personState,
    /** It is the caller. */
    isSelf: z.boolean(),
    /** By name: those in which the caller may see people. Missing if there are none. */
    groups: z.optional(z.array(groupOfPerson)),
    /** The newest first; missing without the permission `roles.read`. */
    roles: z.optional(z.array(personGrant)),
    secondStep: z.object({
      way: z.enum(['none', 'email', 'textMessage', 'app']),
      /** Recovery codes that were not used yet. */
      recoveryCodes: z.number(),
    }),
    /** Sessions that are open now. */
    sessions: z.object({ player: z.number(), office: z.number() }),
    may: mayOnPerson,
    /**
     * The roles that the caller may grant to the person, with their scopes; empty if there are none. Callers grant only rights
     * that they have in the same place, for as long.
     */
    mayGive: z.array(givableRoles),
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/** The history of a person, the newest entry first, a page at a time. Sittings only with the permission `sittings.read`. */
export const officePersonTimeline = defineCall({
  name: 'officePersonTimeline',
  summary: 'Show what happened to a person',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/people/timeline',
  access: { permission: 'people.read', scope: ['userID'] },
  office: 'named',
  query: z.object({ userID: queryNumber, cursor, limit: pageLimit(200) }),
  reply: z.object({ entries: z.array(timelineEntry), next: z.optional(z.string()), asOf: z.string() }),
  refusals: ['NOT_FOUND'],
})
