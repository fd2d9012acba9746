import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import { namedScope } from '../entities/office-groups.ts'
import { permissions, roles } from '../roles.ts'

/** A role that somebody holds now, in the whole organisation if no scope says otherwise. Times are ISO 8601. */
const heldRole = z.object({ role: z.enum(roles), until: z.optional(z.string()), scope: z.optional(namedScope) })

/** Which session this browser has: the one call that needn't name it, so that a new tab can find out. */
export const officeSession = defineCall({
  name: 'officeSession',
  summary: 'Show who is signed in to the office',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/session',
  access: 'signed-in',
  office: 'found',
  beforeMfa: true,
  reply: z.object({
    sessionId: guid,
    /** The second step is still to be done; nothing else is returned before. */
    isPending: z.boolean(),
    person: z.optional(
      z.object({ userId: z.number(), userGuid: guid, username: z.string(), firstName: z.string(), lastName: z.string() }),
    ),
    /** `urlToken` names it in addresses, as `/office/login?TOKEN`. */
    organisation: z.optional(z.object({ orgId: z.number(), name: z.string(), urlToken: z.string() })),
    roles: z.array(heldRole),
    /** The permissions in the whole organisation. */
    permissions: z.array(z.enum(permissions)),
    /** The permissions in only some part of it; missing if there are none. */
    permissionsInParts: z.optional(z.array(z.enum(permissions))),
    /** They own the installation now. */
    isInstallationOwner: z.optional(z.literal(true)),
    /** Minutes without a call after which the session ends. */
    idleMinutes: z.number(),
    /** Recovery codes that were not used yet. */
    recoveryCodes: z.number(),
  }),
  refusals: [],
})

/** Ends the session, and takes the cookie away. */
export const officeSignOut = defineCall({
  name: 'officeSignOut',
  summary: 'Sign out of the office',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/sign-out',
  access: 'signed-in',
  office: 'named',
  beforeMfa: true,
  body: z.object({}),
  reply: z.object({}),
  refusals: [],
})

const ownOfficeSession = z.object({
  id: guid,
  startedAt: z.string(),
  usedAt: z.string(),
  isThis: z.boolean(),
  address: z.optional(z.string()),
  browser: z.optional(z.string()),
  system: z.optional(z.string()),
})

/** The open sessions of the office that the caller has, the newest first. */
export const officeSessions = defineCall({
  name: 'officeSessions',
  summary: 'List one’s own sessions of the office',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/sessions',
  access: 'signed-in',
  office: 'named',
  reply: z.object({ sessions: z.array(ownOfficeSession) }),
  refusals: [],
})

/** Ends sessions of the caller's own: those that are named, or all but this one. By their password; `isWrong`: nothing has ended. */
export const endOfficeSessions = defineCall({
  name: 'endOfficeSessions',
  summary: 'End one’s own sessions of the office',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/sessions/end',
  access: 'signed-in',
  office: 'named',
  body: z.object({ ids: z.union([z.literal('others'), z.array(guid).check(z.maxLength(100))]), password: text(1000) }),
  reply: z.object({ ended: z.array(guid), isWrong: z.optional(z.literal(true)) }),
  refusals: [],
})

/** Makes new recovery codes, in the place of all earlier ones. By the password. They are shown once. */
export const officeRecoveryCodes = defineCall({
  name: 'officeRecoveryCodes',
  summary: 'Make new recovery codes',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/recovery-codes',
  access: 'signed-in',
  office: 'named',
  body: z.object({ password: text(1000) }),
  reply: z.object({ recoveryCodes: z.array(z.string()), isWrong: z.optional(z.literal(true)) }),
  refusals: [],
})
