import { type ComparedRow, officeCompareResults } from '@sitwell/contract'
import { type ChangeKind, changesBetween, totalsOf } from '@sitwell/exam/result-sets/compare-sets'
import { route } from '../http/service.ts'
import { cutPage, readPage } from '../office/places/list-page.ts'
import { type ListedRow, listedRows } from './list-rows.ts'
import { figuresOf, namedOf } from './result-figures.ts'
import { askingOf, findResults, iso, noDeliveryHere, type ResultsContext } from './results-context.ts'

/** A person in two sets. */
interface Pair {
  readonly before: ListedRow | undefined
  readonly after: ListedRow | undefined
  readonly changes: readonly ChangeKind[]
}

const pairsOf = (before: readonly ListedRow[], after: readonly ListedRow[]): Pair[] => {
  const left = new Map(before.map((row) => [row.userGuid, row]))
  const there = new Set(after.map(({ userGuid }) => userGuid))
  const pairs = [
    ...after.map((row) => ({ before: left.get(row.userGuid), after: row })),
    ...before.filter(({ userGuid }) => !there.has(userGuid)).map((row) => ({ before: row, after: undefined })),
  ]
  return pairs.map((pair) => ({ ...pair, changes: changesBetween(pair.before, pair.after) }))
}

const shownPair = ({ before, after, changes }: Pair): ComparedRow[] => {
  const person = after ?? before
  if (!person) return []
  return [
    {
      ...{ ...namedOf(person), changes: [...changes] },
      ...{ ...(before && { before: figuresOf(before) }), ...(after && { after: figuresOf(after) }) },
    },
  ]
}

/** Who differs between two sets, or a set and now. */
export const officeCompareResultsRoute = (context: Pick<ResultsContext, 'clock' | 'database' | 'exams' | 'keys'>) =>
  route(officeCompareResults, async ({ caller, query }) => {
    const { database, keys } = context
    const asking = await askingOf(context, caller)
    const { deliveryID, a, b, only } = query
    const list = ['compared-results', { orgId: asking.orgId, deliveryID, a, b, only }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const delivery = await findResults(database, asking, deliveryID, 'results.read')
    const before = delivery && (await listedRows(context, asking, delivery, a))
    const after = delivery && (await listedRows(context, asking, delivery, b))
    if (!before || !after) return noDeliveryHere
    const pairs = pairsOf(before, after)
    const changed = pairs.filter(({ changes }) => (only === undefined ? changes.length > 0 : changes.includes(only)))
    const from = page.behind ? Number(page.behind.value) : 0
    const { rows, next } = cutPage(keys, list, changed.slice(from, from + page.limit + 1), {
      limit: page.limit,
      positionOf: () => ({ value: from + page.limit, id: '' }),
    })
    return {
      ok: true,
      value: {
        ...{ rows: rows.flatMap(shownPair), totals: totalsOf(pairs.map(({ changes }) => changes)), ...next },
        ...{ ...(page.behind ? {} : { total: changed.length }), asOf: iso(asking.nowMs) },
      },
    }
  })
