import { resource } from '@sitwell/contract'
import { mayHaveFile } from '../assessment/completion/index.ts'
import { holderOfToken, isFileSealed, type ResourceHolder } from '../assessment/content/index.ts'
import { type ExamPlace, selectFormRunOfSchedule } from '../assessment/form-run/index.ts'
import { refuse } from '../http/refusal.ts'
import { type Handler, type Incoming, route } from '../http/service.ts'
import { rangeOf } from './byte-range.ts'
import type { ResourceContext } from './resource-context.ts'
import { type FoundResource, sendResource } from './send-resource.ts'

const notFound = () => refuse('NOT_FOUND', 'There is no such file for this caller.')
const paused = () => refuse('EXAM_PAUSED', 'The exam is paused: its content is not available.')
const fileSealed = () => refuse('PART_SEALED', 'The file belongs to a part that its learner is not in yet.')

/** While any part is sealed, a file that doesn't exist is refused as a sealed one is, so that nobody finds names of files by guessing. */
const refuseUnknown = async (
  context: Pick<ResourceContext, 'clock' | 'contacts' | 'database' | 'exams'>,
  place: ExamPlace,
  holder: ResourceHolder,
  path: string,
) => {
  const { scheduleGuid, isSealed } = holder
  if (!isSealed) return notFound()
  const run = await selectFormRunOfSchedule(context.database, place.org_id, scheduleGuid)
  if (run?.completed_at === null) {
    await context.contacts.note({ orgId: place.org_id, formRunGuid: run.form_run_guid }, holder)
    if ((run.held_until ?? 0) > context.clock.nowMs()) return paused()
  }
  return (await isFileSealed(context, place, scheduleGuid, path)) ? fileSealed() : notFound()
}

const find = async (
  context: ResourceContext,
  { params, query, request }: Incoming<typeof resource>,
): ReturnType<Handler<typeof resource>> => {
  const place = { org_id: query.orgID, exam_guid: params.examGuid, version: params.version }
  const path = params['*']
  const holder = query.token ? await holderOfToken(context, query.token, place) : undefined
  if (!holder) return notFound()
  const { scheduleGuid } = holder
  const file = await context.database.kysely
    .selectFrom('exam_resource')
    .leftJoin('form_run', (join) =>
      join
        .on('form_run.org_id', '=', place.org_id)
        .on('form_run.schedule_guid', '=', scheduleGuid)
        .on('form_run.completed_at', 'is', null),
    )
    .select(['size', 'media_type', 'form_run_guid', 'held_until'])
    .where('exam_resource.org_id', '=', place.org_id)
    .where('exam_resource.exam_guid', '=', place.exam_guid)
    .where('exam_resource.version', '=', place.version)
    .where('path', '=', path)
    .executeTakeFirst()
  if (!file) return refuseUnknown(context, place, holder, path)
  const { form_run_guid: formRunGuid, held_until, media_type, size } = file
  if (formRunGuid !== null) await context.contacts.note({ orgId: place.org_id, formRunGuid }, holder)
  if ((held_until ?? 0) > context.clock.nowMs()) return paused()
  if (holder.isSealed && (await isFileSealed(context, place, scheduleGuid, path))) return fileSealed()
  if (!(await mayHaveFile(context, place, holder, path))) return notFound()
  // Nothing here says which import a file is of, so a range that depends on that is answered with the whole file.
  const range = request.headers['if-range'] === undefined ? rangeOf(request.headers.range, size) : undefined
  return { ok: true, value: { place, path, media_type, size, range } satisfies FoundResource }
}

/**
 * A file of an exam, or a range of it, for whoever holds the token that came with the exam's content. Each range is judged as the file is.
 */
export const resourceRoute = (context: ResourceContext) =>
  route(
    resource,
    (incoming) => find(context, incoming), // What the handler above has found.
    { send: (reply, value) => sendResource(context.database, reply, value as FoundResource) },
  )
