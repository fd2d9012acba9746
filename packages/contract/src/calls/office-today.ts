import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { operationFact, todayEntry } from '../entities/office-today.ts'

/**
 * What needs the caller, the most urgent first: of their own account, and of what they have the permission for in the whole organisation. `zone`:
 * the IANA time zone in which their day ends; UTC if it is none.
 */
export const officeToday = defineCall({
  name: 'officeToday',
  summary: 'Show the tasks of the caller',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/today',
  access: 'signed-in',
  office: 'named',
  query: z.object({ zone: z.optional(text(100)) }),
  reply: z.object({
    entries: z.array(todayEntry),
    /** ISO 8601: when this was read. */
    asOf: z.string(),
  }),
  refusals: [],
})

/** The state of the server that replies, for its operators. */
export const officeTodayOperation = defineCall({
  name: 'officeTodayOperation',
  summary: 'Show the state of the server',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/today/operation',
  access: { permission: 'system.read', scope: 'organisation' },
  office: 'named',
  reply: z.object({
    facts: z.array(operationFact),
    /** ISO 8601: since when the server runs that answers. */
    since: z.string(),
    /** ISO 8601: when this was read. */
    asOf: z.string(),
  }),
  refusals: [],
})
