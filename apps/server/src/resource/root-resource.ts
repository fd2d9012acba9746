import { rootResource } from '@sitwell/contract'
import { isTokenOfOrganisation } from '../assessment/content/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { rangeOf } from './byte-range.ts'
import type { ResourceContext } from './resource-context.ts'
import { rootPlaceOf } from './root-place.ts'
import { type FoundResource, sendResource } from './send-resource.ts'

/** A file of an organisation, or a range of it, for whoever holds a token of one of its exams. */
export const rootResourceRoute = (context: Pick<ResourceContext, 'clock' | 'config' | 'database' | 'organisationOrigins'>) =>
  route(
    rootResource,
    async ({ params, query, request }) => {
      const notFound = refuse('NOT_FOUND', 'There is no such file for this caller.')
      if (!query.token || !(await isTokenOfOrganisation(context, query.token, query.orgID))) return notFound
      const place = rootPlaceOf(query.orgID)
      const path = params['*']
      const file = await context.database.kysely
        .selectFrom('exam_resource')
        .select(['size', 'media_type'])
        .where((where) => where.and(place))
        .where('path', '=', path)
        .executeTakeFirst()
      if (!file) return notFound
      const range = request.headers['if-range'] === undefined ? rangeOf(request.headers.range, file.size) : undefined
      return { ok: true, value: { place, path, ...file, range } satisfies FoundResource }
    },
    // What the handler above has found.
    { send: (reply, value) => sendResource(context.database, reply, value as FoundResource) },
  )
