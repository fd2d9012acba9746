import type { InputOf, officePreviewMarkerReturn } from '@sitwell/contract'
import { type LoadedExam, loadWholeExam } from '../../assessment/form-run/index.ts'
import { refuse } from '../../http/refusal.ts'
import { examOf, type Together } from '../allocation-queries.ts'
import { readQueueId } from '../ids.ts'
import { type Asking, iso, type MarkingContext, scopesWith } from '../marking-context.ts'
import { selectTogether } from '../places-to-mark.ts'
import { reaches } from '../scopes.ts'
import { type Asked, mostReturned, selectCandidates } from './candidates.ts'
import { operationOf, requestIdOf } from './operation.ts'
import { planOf } from './what-is-returned.ts'

export const noMarkerHere = refuse('NOT_FOUND', 'There is no such exam, question or marker for this caller.')

type Body = InputOf<typeof officePreviewMarkerReturn>['body']
type Context = Pick<MarkingContext, 'database' | 'exams'>

/** A delivery, or an exam that was sat without one, in some of which the caller may decide; undefined otherwise. */
export const placeForDecisions = async (
  context: Context,
  asking: Asking,
  together: Together,
): Promise<LoadedExam | undefined> => {
  const isTheirs = scopesWith(asking, 'marks.adjudicate').some((scope) => reaches(scope, together))
  const isThere = isTheirs && (await selectTogether(context.database, asking.orgId, together)) !== undefined
  return isThere ? loadWholeExam(context, examOf(asking.orgId, together)) : undefined
}

const selectGuid = async ({ database: { kysely } }: Context, orgId: number, userId: number) =>
  (
    await kysely
      .selectFrom('person')
      .select('user_guid')
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.user_guid

const farthestMs = Date.UTC(9999, 0)

/** What is asked for; undefined if the caller may decide about nothing there, or it isn't there. */
const readAsked = async (context: Context, asking: Asking, body: Body) => {
  const place = { examGuid: body.examGuid, version: body.examVersion, deliveryId: body.deliveryID ?? '' }
  const queue = body.queueID === undefined ? undefined : readQueueId(body.queueID)
  const isElsewhere =
    queue?.examGuid !== place.examGuid || queue.version !== place.version || queue.deliveryId !== place.deliveryId
  if (body.queueID !== undefined && isElsewhere) return undefined
  const [loaded, author] = await Promise.all([
    placeForDecisions(context, asking, place),
    selectGuid(context, asking.orgId, body.userID),
  ])
  if (!loaded || author === undefined) return undefined
  const fromMs = body.from === undefined ? 0 : Date.parse(body.from)
  const untilMs = body.until === undefined ? farthestMs : Date.parse(body.until)
  const operation = body.requestId && operationOf(body.requestId)
  return { loaded, asked: { place, queue, author, fromMs, untilMs, operation } satisfies Asked }
}

/** What a return does, as it is now; undefined if the caller may decide about nothing there, or it isn't there. */
export const planReturn = async (context: Context, asking: Asking, body: Body) => {
  const read = await readAsked(context, asking, body)
  if (!read) return undefined
  const { asked, loaded } = read
  const found = await selectCandidates(context.database, asking, asked, loaded.exam)
  const { operation } = asked
  const plan = planOf(found.slice(0, mostReturned), asked, (name) =>
    operation === undefined ? undefined : requestIdOf(operation, 'return', { orgId: asking.orgId, ...name }),
  )
  const preview = {
    ...{ hash: plan.hash, stays: plan.stays, responses: plan.returned.length },
    returned: plan.returned.filter(({ isReturned }) => isReturned).length,
    ...{ isCut: found.length > mostReturned, asOf: iso(asking.nowMs) },
  }
  return { asked, plan, preview }
}
