import type { Permission } from '@sitwell/contract'
import { partsToMark } from '@sitwell/question-types/marking'
import { type LoadedExam, selectFormRunOfOrganisation } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import type { FormRunTable, ResponseMarkTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import type { ActionTarget } from '../roles/grant.ts'
import { mayDo } from '../roles/may.ts'
import { placeOfPerson } from '../roles/place-queries.ts'
import { isFor, selectAllocation } from './allocation-queries.ts'
import { type Queue, type ResponseName, readResponseId } from './ids.ts'
import type { Asking, MarkingContext } from './marking-context.ts'

export const noResponseHere = refuse('NOT_FOUND', 'There is no such response for this caller.')

/** A response with all that decides who may do what to it. */
export interface FoundResponse {
  readonly name: ResponseName
  readonly run: FormRunTable
  readonly loaded: LoadedExam
  /** As it is listed; undefined if nobody has to mark it and nobody has, or its sitting goes on again. */
  readonly row: ResponseMarkTable | undefined
  readonly queue: Queue
  /** Whether a person marks it, and not the key. */
  readonly isByPerson: boolean
  /** Where it is, as far as scopes are concerned. */
  readonly place: ActionTarget
}

const scheduleOf = ({ kysely }: Database, { org_id, schedule_guid }: FormRunTable) =>
  kysely
    .selectFrom('schedule')
    .leftJoin('room', (on) => on.onRef('room.org_id', '=', 'schedule.org_id').onRef('room.room_id', '=', 'schedule.room_id'))
    .select(['schedule.delivery_id', 'schedule.room_id', 'room.centre_id'])
    .where('schedule.org_id', '=', org_id)
    .where('schedule.schedule_guid', '=', schedule_guid)
    .executeTakeFirst()

export const selectRow = (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
  name: ResponseName,
): Promise<ResponseMarkTable | undefined> =>
  kysely
    .selectFrom('response_mark')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', name.formRunGuid)
    .where('question_id', '=', name.questionId)
    .where('part', '=', name.part)
    .executeTakeFirst()

/** The response of an id, whoever asks; undefined if the organisation has none of it. */
export const findResponse = async (
  { database, exams, keys }: Pick<MarkingContext, 'database' | 'exams' | 'keys'>,
  orgId: number,
  responseId: string,
): Promise<FoundResponse | undefined> => {
  const name = readResponseId(keys, orgId, responseId)
  return name && findNamed({ database, exams }, orgId, name)
}

export const findNamed = async (
  { database, exams }: Pick<MarkingContext, 'database' | 'exams'>,
  orgId: number,
  name: ResponseName,
): Promise<FoundResponse | undefined> => {
  const run = await selectFormRunOfOrganisation(database, orgId, name.formRunGuid)
  const loaded = run && (await exams.load(run))
  const question = loaded?.questions.find(({ id }) => id === name.questionId)
  if (!run || !loaded || !question) return undefined
  const [row, schedule, { groups = [] }] = await Promise.all([
    selectRow(database, orgId, name),
    scheduleOf(database, run),
    placeOfPerson(database.kysely, orgId, run.user_guid),
  ])
  const deliveryId = schedule?.delivery_id ?? ''
  return {
    ...{ name, run, loaded, row },
    queue: { examGuid: run.exam_guid, version: run.version, deliveryId, questionId: name.questionId, part: name.part },
    isByPerson: partsToMark(question).some(({ part, byPerson }) => part === name.part && byPerson),
    place: {
      exam: run.exam_guid,
      groups,
      ...(deliveryId !== '' && { delivery: deliveryId }),
      ...(schedule?.room_id && { room: schedule.room_id }),
      ...(schedule?.centre_id && { centre: schedule.centre_id }),
    },
  }
}

const ownGroups = async ({ database }: Pick<MarkingContext, 'database'>, { orgId, userGuid }: Asking) =>
  new Set((await placeOfPerson(database.kysely, orgId, userGuid)).groups)

/**
 * Whether somebody has a permission for a response now, and nothing of whose it is keeps them from it: nobody marks, or decides about, what they gave themselves, or, unless the organisation
 * allows it, what somebody of their own groups gave.
 */
export const mayTo = async (
  context: Pick<MarkingContext, 'database'>,
  asking: Asking,
  permission: Permission,
  { run, place }: Pick<FoundResponse, 'place' | 'run'>,
): Promise<boolean> => {
  if (run.user_guid === asking.userGuid || !mayDo(asking.grants, permission, place, asking.nowMs)) return false
  if (asking.rules.marksOwnGroup || !place.groups?.length) return true
  const own = await ownGroups(context, asking)
  return !place.groups.some((group) => own.has(group))
}

/** Whether a response was given to somebody, lately or long ago. */
const wasGivenTo = async (
  { database: { kysely } }: Pick<MarkingContext, 'database'>,
  { orgId, userGuid }: Asking,
  { formRunGuid, questionId, part }: ResponseName,
) => {
  const place = { org_id: orgId, form_run_guid: formRunGuid, question_id: questionId, part }
  const held = await kysely
    .selectFrom('marking_claim')
    .select('since')
    .where((where) => where.and({ ...place, user_guid: userGuid }))
    .executeTakeFirst()
  if (held) return true
  const written = await kysely
    .selectFrom('mark_entry')
    .select('number')
    .where((where) => where.and({ ...place, author: userGuid }))
    .limit(1)
    .executeTakeFirst()
  return written !== undefined
}

/** The rights of a caller to write about a response. */
export interface MayWrite {
  readonly give: boolean
  readonly decide: boolean
}

/** What a caller may do to a response. */
export interface May extends MayWrite {
  /** Read it. */
  readonly see: boolean
}

/**
 * What a caller may write about a response. Their role is enough to mark it: only markers who were given the response know its id, and a mark that waited on a device while
 * the question was allocated to others must not be lost. So a mark reads no allocation.
 */
export const mayWrite = async (
  context: Pick<MarkingContext, 'database'>,
  asking: Asking,
  found: FoundResponse,
): Promise<MayWrite> => {
  const decide = await mayTo(context, asking, 'marks.adjudicate', found)
  const isMarked = found.isByPerson || found.row !== undefined
  const give = isMarked && (await mayTo(context, asking, 'marks.give', found))
  return { give, decide }
}

/** The rights of a caller on a response, all false if it is not theirs. To read it, the question has to be theirs to mark, or the response was given to them. */
export const mayOn = async (context: Pick<MarkingContext, 'database'>, asking: Asking, found: FoundResponse): Promise<May> => {
  const { give, decide } = await mayWrite(context, asking, found)
  if (decide || !give) return { see: decide, give, decide }
  const isTheirs = isFor(await selectAllocation(context.database.kysely, asking.orgId, found.queue), asking.userGuid)
  return { see: isTheirs || (await wasGivenTo(context, asking, found.name)), give, decide }
}
