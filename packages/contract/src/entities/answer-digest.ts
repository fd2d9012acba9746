import * as z from 'zod/mini'
import { sequence } from '../calls/writer.ts'
import { guid, text } from './fields.ts'

/**
 * What a browser holds of its form run, whichever of its pages has saved it: at each question the save that it knows to be the last, and
 * the hash of what is in it (`answer-digest.ts` of `packages/exam`).
 */
export const answerDigest = z.array(z.object({ questionId: guid, sequence, hash: text(16) })).check(z.maxLength(20_000))
