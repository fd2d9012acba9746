import { officeDeliveryExams } from '@sitwell/contract'
import { foldedName, wordsOf } from '../folded-name.ts'
import { route } from '../http/service.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { iso, type Reading } from './deliveries-context.ts'

/** Most versions of all exams that a list is made of. */
const mostVersions = 20_000
const usualLimit = 20

/** All exams of an organisation with their versions, the newest first, by the name of the newest one. */
const selectExams = async ({ kysely }: Pick<Reading, 'kysely'>, orgId: number) => {
  const rows = await kysely
    .selectFrom('exam')
    .select(['exam_guid', 'version', 'name'])
    .where('org_id', '=', orgId)
    .orderBy('version', 'desc')
    .limit(mostVersions)
    .execute()
  return [...Map.groupBy(rows, ({ exam_guid }) => exam_guid)]
    .map(([examGuid, own]) => {
      const name = own[0]?.name ?? ''
      return { examGuid, name, folded: foldedName(name), versions: own.map(({ version }) => version) }
    })
    .toSorted((one, other) => (one.folded < other.folded ? -1 : 1))
}

/** Lists the exams that a delivery can offer. Who plans may be shown no more of them than names and versions. */
export const officeDeliveryExamsRoute = ({ database, clock }: Pick<SecurityContext, 'clock' | 'database'>) =>
  route(officeDeliveryExams, async ({ caller, query }) => {
    const asOf = iso(clock.nowMs())
    const { search = '', limit = usualLimit } = query
    const words = wordsOf(search)
    const found = (await selectExams(database, caller.orgId)).filter(({ folded }) =>
      words.every((word) => folded.includes(word)),
    )
    const exams = found.slice(0, limit).map(({ examGuid, name, versions }) => ({ examGuid, name, versions }))
    return { ok: true, value: { exams, hasMore: found.length > limit, asOf } }
  })
