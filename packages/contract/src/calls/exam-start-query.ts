import * as z from 'zod/mini'
import { guid, queryNumber, text } from '../entities/fields.ts'

/** The parameters that identify the exam to start: the query of `start` and of `exam/json` (spec 2 §7). */
export const examStartQuery = {
  userGuid: guid,
  scheduleGuid: guid,
  scheduleType: queryNumber,
  examGuid: guid,
  examObjectTypeGuid: guid,
  versionNumber: queryNumber,
  publicUserName: z.optional(text(200)),
  playerVersion: z.optional(text(100)),
}
