import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { personFields } from '../entities/office-people.ts'
import { passwordFindings } from '../entities/password-policy.ts'

/** Whether this server has no organisation yet, so that its first one can be created. */
export const firstRun = defineCall({
  name: 'firstRun',
  summary: 'Check whether the first organisation exists',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/first-run',
  access: 'anyone',
  office: 'named',
  reply: z.object({ isOpen: z.boolean() }),
  refusals: [],
})

const owner = z.object({
  username: personFields.username,
  firstName: personFields.firstName,
  lastName: personFields.lastName,
  email: z.optional(personFields.email),
  password: text(1000),
})

/** The outcome of creating an organisation: it exists, or the password of its owner was refused and nothing was created. */
const created = z.object({
  organisation: z.optional(
    z.object({
      orgId: z.number(),
      /** It is reached at `/login?urlToken`, and at `/office/login?urlToken`. */
      urlToken: z.string(),
    }),
  ),
  reasons: z.optional(z.array(z.enum(passwordFindings))),
})

/**
 * Creates the first organisation with its owner, by the code that the server writes into its log as long as there is none. WRONG_CREDENTIALS: it is
 * another code. NOT_FOUND: there is an organisation already.
 */
export const createFirstOrganisation = defineCall({
  name: 'createFirstOrganisation',
  summary: 'Create the first organisation',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/first-run',
  access: 'anyone',
  office: 'named',
  body: z.object({ code: text(100), name: text(200).check(z.refine((value) => value.trim() !== '', 'empty')), owner }),
  reply: created,
  refusals: ['WRONG_CREDENTIALS', 'NOT_FOUND'],
})
