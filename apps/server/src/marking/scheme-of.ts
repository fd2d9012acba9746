import type { ShownScheme } from '@sitwell/contract'
import type { MarkScheme } from '@sitwell/exam/mark-scheme/mark-scheme'
import { newestOf, schemeFor, schemeIn, selectVersions } from '../mark-schemes/scheme-rows.ts'
import type { FoundResponse } from './find-response.ts'
import type { MarkingContext } from './marking-context.ts'
import { safeHtml } from './response/safe-text.ts'

type Context = Pick<MarkingContext, 'database'>

/** The question as its exam was stored, without values that were drawn for this candidate: its scheme is the same for everybody. */
const storedQuestion = ({ loaded, name }: FoundResponse) =>
  (loaded.whole ?? loaded).questions.find(({ id }) => id === name.questionId)

const placeOf = ({ run: { org_id, exam_guid, version } }: FoundResponse) => ({ org_id, exam_guid, version })

/** The scheme by which a response is marked now; undefined if there is none. Its guidance is HTML, and cleaned. */
export const schemeOf = async ({ database }: Context, found: FoundResponse): Promise<ShownScheme | undefined> => {
  const question = storedQuestion(found)
  const held = question && (await schemeFor(database.kysely, placeOf(found), question, found.name.part))
  if (!held) return undefined
  const { criteria, floor, ceiling, guidance } = held.scheme
  return {
    version: held.version,
    criteria: criteria.map(({ id, title, description, minMarks, maxMarks, levels }) => ({
      ...{ id, title, maxMarks },
      ...(description !== undefined && { description }),
      ...(minMarks !== undefined && { minMarks }),
      ...(levels && { levels: [...levels] }),
    })),
    ...(floor !== undefined && { floor }),
    ...(ceiling !== undefined && { ceiling }),
    ...(guidance !== undefined && { guidance: safeHtml(guidance) }),
  }
}

/** A version of the scheme of a response, whether it is the newest or not: marks are kept by the one that their marker had. */
export const schemeAt = async (
  { database }: Context,
  found: FoundResponse,
  version: number,
): Promise<MarkScheme | undefined> => {
  const { questionId: question_id, part } = found.name
  const versions = await selectVersions(database.kysely, { ...placeOf(found), question_id, part })
  const row = versions.find(({ number }) => number === version)
  if (row) return schemeIn(row)
  const question = version === 1 ? storedQuestion(found) : undefined
  return question && newestOf([], question, part)?.scheme
}
