import { resource } from '@sitwell/contract'
import { isFileShownAfterwards } from '../assessment/outro-file.ts'
import { isFileSealed } from '../assessment/sealed-file.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { holderOfToken } from './resource-token.ts'

interface File {
  readonly bytes: Uint8Array
  readonly media_type: string
}

/** A file of an exam, for whoever holds the token that came with the exam's content. */
export const resourceRoute = (ground: Ground) =>
  route(
    resource,
    async ({ params, query }) => {
      const place = { org_id: query.orgID, exam_guid: params.examGuid, version: params.version }
      const notFound = refuse('NOT_FOUND', 'There is no such file for this caller.')
      const holder = query.token ? await holderOfToken(ground, query.token, place) : undefined
      if (!holder) return notFound
      const { scheduleGuid } = holder
      const file = await ground.database.kysely
        .selectFrom('exam_resource')
        .select(({ exists, selectFrom }) => [
          'bytes',
          'media_type',
          exists(
            selectFrom('form_run')
              .select('form_run_guid')
              .where('org_id', '=', place.org_id)
              .where('schedule_guid', '=', scheduleGuid)
              .where('completed_at', 'is', null)
              .where('held_until', '>', ground.clock.nowMs()),
          ).as('is_paused'),
        ])
        .where('org_id', '=', place.org_id)
        .where('exam_guid', '=', place.exam_guid)
        .where('version', '=', place.version)
        .where('path', '=', params['*'])
        .executeTakeFirst()
      if (!file) return notFound
      const { is_paused, ...value } = file
      if (is_paused) return refuse('EXAM_PAUSED', 'The exam is paused: nothing of it is given out.')
      if (holder.isOver && !(await isFileShownAfterwards(ground, place, params['*']))) return notFound
      if (holder.isSealed && (await isFileSealed(ground, place, scheduleGuid, params['*'])))
        return refuse('PART_SEALED', 'The file belongs to a part that its learner is not in yet.')
      return { ok: true, value: value satisfies File }
    },
    {
      send: (reply, value) => {
        // What the handler above has found.
        const { bytes, media_type } = value as File
        return reply
          .type(media_type)
          .header('cache-control', 'private, max-age=86400')
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .send(Buffer.from(bytes))
      },
    },
  )
