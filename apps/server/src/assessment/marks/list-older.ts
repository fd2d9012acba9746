import { sql } from 'kysely'
import { isServedHere } from '../../db/moved-organisations.ts'
import type { FormRunTable } from '../../db/schema.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { areAnswersErased, lockFormRun, selectLedger } from '../form-run/index.ts'
import { type LedgerContext, loadedOf } from '../ledger/index.ts'
import { confirmedEntries } from './confirmed-entries.ts'
import { listResponses, markAgain, noteListed } from './mark-form-run.ts'

/** This many form runs are read at once. */
const mostAtOnce = 100

/** As the index has it by which they are found. */
const isToList = sql<boolean>`completed_at is not null and (responses_of is null or responses_of <> completed_at)`

const selectUnlisted = ({ database: { kysely } }: LedgerContext, afterMs: number) =>
  kysely
    .selectFrom('form_run')
    .selectAll()
    .where(isToList)
    .where('completed_at', '>', afterMs)
    .where(isServedHere('form_run.org_id'))
    .orderBy('completed_at')
    .limit(mostAtOnce)
    .execute()

const listOne = async (context: LedgerContext, found: FormRunTable): Promise<void> => {
  const { kysely } = context.database
  const place = { orgId: found.org_id, formRunGuid: found.form_run_guid }
  const loaded = await loadedOf(context, found)
  await kysely.transaction().execute(async (transaction) => {
    const run = await lockFormRun(transaction, place)
    // Opened again, or listed by another server meanwhile.
    if (!run || run.completed_at === null || run.responses_of === run.completed_at) return
    if (await areAnswersErased({ kysely: transaction }, place.orgId, place.formRunGuid)) return noteListed(transaction, run)
    const nowMs = context.clock.nowMs()
    if (run.results_confirmed_at === null) return markAgain(transaction, run, loaded, nowMs)
    const confirmed = confirmedEntries(await selectLedger({ kysely: transaction }, place))
    return listResponses(transaction, run, loaded, { nowMs, confirmed })
  })
}

/**
 * Lists the responses of form runs that were completed by an earlier version, which knew of no lists. Each is marked again with that, unless
 * its results are confirmed. A form run that can't be listed is told in the log, and keeps no other from it; several servers may do so at once.
 */
export const listOlder = async (context: LedgerContext & Pick<AssessmentContext, 'log'>): Promise<void> => {
  let afterMs = 0
  for (;;) {
    const found = await selectUnlisted(context, afterMs)
    for (const run of found)
      await listOne(context, run).catch((error: unknown) =>
        context.log.error(
          { event: 'responses-not-listed', err: error, formRunGuid: run.form_run_guid },
          'the responses of a form run could not be listed',
        ),
      )
    const last = found.at(-1)
    if (found.length < mostAtOnce || !last || last.completed_at === null) return
    afterMs = last.completed_at
  }
}
