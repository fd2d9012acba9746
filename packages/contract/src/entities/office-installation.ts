import * as z from 'zod/mini'
import { guid, text } from './fields.ts'
import { personFields } from './office-people.ts'

/** Number of an organisation that a call is about, which isn't the caller's own. */
export const organisationID = z.number().check(z.int(), z.positive())

/**
 * `open`: people sign in. `invited`: its first owner has never signed in. `moving`: it is on its way to another database, and nobody is served meanwhile.
 * `moved`: it is in another database.
 */
export const organisationStates = ['open', 'invited', 'moving', 'moved'] as const

/** One line of the list of organisations. Times are ISO 8601. */
export const organisationRow = z.object({
  organisationID,
  name: z.string(),
  /** It is reached at `/login?urlToken`, and at `/office/login?urlToken`. */
  urlToken: z.string(),
  /** Host names that are its own addresses. */
  hosts: z.array(z.string()),
  /** Missing if an earlier version created it. */
  createdAt: z.optional(z.string()),
  /** How many people it has, of any state but erased. */
  people: z.number(),
  state: z.enum(organisationStates),
  /** It was created in the office and its first owner, whom nobody has followed, never signed in: they may be invited again. */
  mayInvite: z.boolean(),
})
export type OrganisationRow = z.infer<typeof organisationRow>

/** By what the list of organisations is sorted. */
export const organisationSorts = ['name', 'created'] as const

const { username, firstName, lastName, email, languageID } = personFields

/** The shape of a part of an address: small letters, digits and hyphens between them. */
export const urlTokenPattern = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/** What is typed of a new organisation. */
export const newOrganisation = {
  name: text(200),
  /** Made from the name, if it is missing. */
  urlToken: z.optional(text(40)),
  /** A host name that leads to this server, as `exams.college.example`, and opens this organisation. */
  host: z.optional(text(253)),
  /** The language of its pages before the sign-in, and of its owner. */
  languageID,
  owner: z.object({ username, firstName, lastName, email: z.optional(email) }),
}

/** An owner of the installation, now or from `from` on. Times are ISO 8601. */
export const installationOwnerRow = z.object({
  grantID: guid,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  organisationID,
  organisation: z.string(),
  from: z.optional(z.string()),
  until: z.optional(z.string()),
  isInForce: z.boolean(),
  /** Whoever is suspended can't use it, and keeps nobody from being the last owner. */
  isSuspended: z.boolean(),
  isSelf: z.boolean(),
  /** The name of a person, or `command:…`, `first-run`. */
  grantedBy: z.string(),
  grantedAt: z.string(),
})
export type InstallationOwnerRow = z.infer<typeof installationOwnerRow>
