import { officePreviewRelease, type ReleasePreview } from '@sitwell/contract'
import { type ComparableRow, changesBetween, nothingBecause } from '@sitwell/exam/result-sets/compare-sets'
import type { DeliveryTable } from '../db/schema.ts'
import { route } from '../http/service.ts'
import { isReleaseMailed } from '../mail-outbox/index.ts'
import { cutPage, readPage } from '../office/places/list-page.ts'
import { allRows } from './compute-rows.ts'
import { selectDecisions } from './entries.ts'
import { figuresOf, namedOf } from './result-figures.ts'
import { askingOf, findResults, noDeliveryHere, placeOf, type ResultsContext } from './results-context.ts'
import { newestBegun, selectSets } from './set-queries.ts'
import { readPolicy } from './show-results.ts'
import { type StoredRow, selectRows } from './stored-rows.ts'

type Context = Pick<ResultsContext, 'clock' | 'config' | 'database' | 'exams' | 'keys'>

/** A person of the set with what they would get, and what they are shown now. */
interface Preview {
  readonly row: StoredRow
  readonly nothing: ReturnType<typeof nothingBecause>
  readonly shown: ComparableRow | undefined
}

/** What people are shown now, by their guids: by the set that is shown, or as marks stand if no set is and they are shown immediately. */
const shownNow = async (
  context: Context,
  delivery: DeliveryTable,
  nowMs: number,
): Promise<ReadonlyMap<string, ComparableRow>> => {
  const place = placeOf(delivery)
  const begun = newestBegun(await selectSets(context.database, place))
  const isTold = (row: ComparableRow) => nothingBecause(row) === undefined
  if (begun) {
    if (begun.state === 'withdrawn') return new Map()
    const rows = await selectRows(context.database, place, begun.set_number)
    return new Map(rows.filter((row) => row.isTold).map((row) => [row.userGuid, row]))
  }
  if ((await readPolicy(context, delivery)) !== 'immediately') return new Map()
  const rows = await allRows(context, delivery, { nowMs })
  return new Map(rows.filter(isTold).map((row) => [row.person.userGuid, row]))
}

const isOnly = ({ nothing, shown, row }: Preview, only: 'changes' | 'gets' | 'loses' | 'nothing' | undefined): boolean => {
  switch (only) {
    case 'gets':
      return nothing === undefined
    case 'nothing':
      return nothing !== undefined
    case 'loses':
      return nothing !== undefined && shown !== undefined
    case 'changes':
      return nothing === undefined && shown !== undefined && changesBetween(shown, row).length > 0
    case undefined:
      return true
  }
}

const totalsOf = (all: readonly Preview[]): Pick<ReleasePreview, 'changes' | 'first' | 'gets' | 'loses' | 'nothing'> => {
  const count = (only: Parameters<typeof isOnly>[1]) => all.filter((one) => isOnly(one, only)).length
  const because = (reason: Preview['nothing']) => all.filter(({ nothing }) => nothing === reason).length
  return {
    ...{ gets: count('gets'), changes: count('changes'), loses: count('loses') },
    first: all.filter(({ nothing, shown }) => nothing === undefined && shown === undefined).length,
    nothing: { outcome: because('outcome'), withheld: because('withheld'), waiting: because('waiting') },
  }
}

/** What a release of a set would do. Whoever is withheld since it was computed gets nothing of it. */
export const officePreviewReleaseRoute = (context: Context) =>
  route(officePreviewRelease, async ({ caller, query }) => {
    const { database, keys } = context
    const asking = await askingOf(context, caller)
    const { deliveryID, set: number, only } = query
    const list = ['release-preview', { orgId: asking.orgId, deliveryID, number, only }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const delivery = await findResults(database, asking, deliveryID, 'results.release')
    const set = delivery && (await selectSets(database, placeOf(delivery))).find(({ set_number }) => set_number === number)
    if (!delivery || !set) return noDeliveryHere
    const place = placeOf(delivery)
    const shown = await shownNow(context, delivery, asking.nowMs)
    const decisions = await selectDecisions(database, place)
    const all = (await selectRows(database, place, number)).map((row): Preview => {
      const isWithheld = row.isWithheld || decisions.get(row.userGuid)?.withheld !== undefined
      return { row, nothing: nothingBecause({ ...row, isWithheld }), shown: shown.get(row.userGuid) }
    })
    const chosen = all.filter((one) => isOnly(one, only))
    const from = page.behind ? Number(page.behind.value) : 0
    const { rows, next } = cutPage(keys, list, chosen.slice(from, from + page.limit + 1), {
      limit: page.limit,
      positionOf: () => ({ value: from + page.limit, id: '' }),
    })
    return {
      ok: true,
      value: {
        ...{ set: number, hash: set.hash, mails: await isReleaseMailed(context, asking.orgId), ...totalsOf(all), ...next },
        rows: rows.map(({ row, nothing, shown: now }) => ({
          ...{ ...namedOf(row), ...figuresOf(row) },
          ...{ ...(nothing && { nothing }), ...(now && { shown: figuresOf(now) }) },
        })),
      },
    }
  })
