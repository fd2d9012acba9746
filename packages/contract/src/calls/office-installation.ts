import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, text } from '../entities/fields.ts'
import {
  installationOwnerRow,
  newOrganisation,
  organisationID,
  organisationRow,
  organisationSorts,
} from '../entities/office-installation.ts'
import { personFields, wayIn } from '../entities/office-people.ts'

/** Below `office/api/installation`, for owners of the installation alone: no role of an organisation opens these. */
const installation = { source: 'ours', base: 'site', office: 'named', access: 'installation' } as const

/** A moment as ISO 8601, with its offset. */
const moment = text(40)

/**
 * The organisations of this database, a page at a time. `search`: words of which each is in the name, the address or a host. A cursor holds for the same
 * search and order. Of people nothing but their number is returned.
 */
export const officeOrganisations = defineCall({
  ...installation,
  name: 'officeOrganisations',
  summary: 'List the organisations of the installation',
  method: 'GET',
  path: 'office/api/installation/organisations',
  query: z.object({
    search: z.optional(text(200)),
    sort: z.optional(z.enum(organisationSorts)),
    descending: z.optional(z.enum(['true', 'false'])),
    cursor: z.optional(text(2000)),
    /** Organisations of one page: 50, if it is missing. */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  reply: z.object({
    organisations: z.array(organisationRow),
    next: z.optional(z.string()),
    /** How many there are in all; on the first page alone. */
    total: z.optional(z.number()),
    asOf: z.string(),
  }),
  refusals: [],
})

/**
 * Creates an organisation with its first owner, who is the only one to have anything to do with it: the caller gets nothing in it. The owner gets an
 * invitation by mail if they have an address and the server can send mail; otherwise the reply has a link that sets their password, once. The same `requestId`
 * again creates nothing: it returns the same organisation, and a new way in as long as its owner has never signed in. NAME_TAKEN: `details` names the field
 * (`body.name`, `body.urlToken` or `body.host`) that another organisation has, or that is reserved.
 */
export const officeAddOrganisation = defineCall({
  ...installation,
  name: 'officeAddOrganisation',
  summary: 'Create an organisation',
  method: 'POST',
  path: 'office/api/installation/organisations/add',
  body: z.object({ ...newOrganisation, requestId }),
  reply: z.object({
    organisation: z.object({
      organisationID,
      name: z.string(),
      urlToken: z.string(),
      /** Where its staff sign in to the office. */
      signInAddress: z.string(),
    }),
    access: z.optional(wayIn),
  }),
  refusals: ['NAME_TAKEN'],
})

/**
 * Makes a new link for the first owner of an organisation that was created in the office, for the caller to hand over: the first one has expired, or went to a
 * wrong address. Works only as long as that owner is the only person and has never signed in. An earlier link works no more. IN_USE: somebody has signed in,
 * or was added; who has a role there helps the others.
 */
export const officeInviteFirstOwner = defineCall({
  ...installation,
  name: 'officeInviteFirstOwner',
  summary: 'Invite the first owner of an organisation again',
  method: 'POST',
  path: 'office/api/installation/organisations/invite',
  body: z.object({ organisationID }),
  reply: z.object({ access: wayIn }),
  refusals: ['NOT_FOUND', 'IN_USE'],
})

/** The owners of the installation, now and soon, by the moment at which they became it: 200 at most. */
export const officeInstallationOwners = defineCall({
  ...installation,
  name: 'officeInstallationOwners',
  summary: 'List the owners of the installation',
  method: 'GET',
  path: 'office/api/installation/owners',
  reply: z.object({ owners: z.array(installationOwnerRow), asOf: z.string() }),
  refusals: [],
})

/**
 * Makes somebody of the caller's own organisation an owner of the installation, for no longer than the caller is one. `isNew`: false if they are one already.
 * NOT_FOUND: nobody in the organisation signs in by this name.
 */
export const officeAddInstallationOwner = defineCall({
  ...installation,
  name: 'officeAddInstallationOwner',
  summary: 'Grant ownership of the installation',
  method: 'POST',
  path: 'office/api/installation/owners/add',
  body: z.object({ username: personFields.username, from: z.optional(moment), until: z.optional(moment) }),
  reply: z.object({ isNew: z.boolean() }),
  refusals: ['NOT_FOUND', 'ACCOUNT_SUSPENDED'],
})

/** Withdraws the installation from an owner, also oneself. LAST_OWNER: nobody who can act would own it without an end. */
export const officeWithdrawInstallationOwner = defineCall({
  ...installation,
  name: 'officeWithdrawInstallationOwner',
  summary: 'Withdraw ownership of the installation',
  method: 'POST',
  path: 'office/api/installation/owners/withdraw',
  body: z.object({ grantID: guid, reason: text(1000).check(z.minLength(1)) }),
  reply: z.object({}),
  refusals: ['NOT_FOUND', 'LAST_OWNER'],
})
