import { isServedHere } from '../../db/moved-organisations.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { removeDocuments } from './document-queries.ts'
import { keptDaysOfAll } from './kept-days.ts'
import { isKeptLongEnough } from './kept-until.ts'

/** Documents of one round; the rest comes with the next one. */
const mostAtOnce = 200

/**
 * Removes the documents behind accommodations that were kept long enough, of all organisations; each stands in the security log, and on the page of its person.
 * Several servers may do so at once.
 */
export const forgetDocuments = async ({
  database,
  clock,
  securityLog,
}: Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>): Promise<void> => {
  const nowMs = clock.nowMs()
  const days = await keptDaysOfAll(database)
  const kept = await database.kysely
    .selectFrom('accommodation_document')
    .select(['org_id', 'document_id', 'accommodation_id', 'user_guid', 'keep_until', 'added_at'])
    .where('removed_at', 'is', null)
    .where((of) => of.or([of('keep_until', 'is not', null), of('org_id', 'in', [...days.keys(), -1])]))
    .where(isServedHere('accommodation_document.org_id'))
    .orderBy('added_at')
    .execute()
  const over = kept.filter((row) => isKeptLongEnough(row, days.get(row.org_id), nowMs)).slice(0, mostAtOnce)
  for (const { org_id: orgId, document_id, accommodation_id, user_guid: userGuid } of over) {
    // Another server, or staff, may have removed it meanwhile.
    if ((await removeDocuments(database, orgId, [document_id], { removed_at: nowMs, removed_by: null })) === 0) continue
    const target = { document: document_id, accommodation: accommodation_id }
    securityLog.note({ kind: 'document-removed', orgId, userGuid, what: 'retention', target })
  }
}
