import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'

/**
 * The statement of the caller's own result as a PDF, whose bytes are the answer. NOT_FOUND: they have no such form run, or nothing of its result is
 * released, or the exam is a practice exam.
 */
export const resultStatement = defineCall({
  name: 'resultStatement',
  summary: 'The statement of a result as a PDF',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/assessment/result/statement',
  access: 'signed-in',
  query: z.object({ formRunGuid: guid }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND', 'RESULTS_OVER', 'BUSY'],
})
