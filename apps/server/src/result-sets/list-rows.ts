import { officeDeliveryResultRows, type ResultRow } from '@sitwell/contract'
import { type ComparableRow, changesBetween } from '@sitwell/exam/result-sets/compare-sets'
import type { DeliveryTable } from '../db/schema.ts'
import { foldedName } from '../folded-name.ts'
import { route } from '../http/service.ts'
import { cutPage, readPage, searchedWords } from '../office/places/list-page.ts'
import { type CurrentRow, currentResults } from './current-results.ts'
import type { Decided } from './entries.ts'
import { figuresOf, namedOf } from './result-figures.ts'
import { type Asking, askingOf, findResults, iso, noDeliveryHere, placeOf, type ResultsContext } from './results-context.ts'
import { selectSets, shownSet } from './set-queries.ts'
import { type Names, namesOf } from './show-set.ts'
import type { Named, StoredRow } from './stored-rows.ts'

type Context = Pick<ResultsContext, 'clock' | 'database' | 'exams' | 'keys'>

/** A row of a list: as it is now, or as a set has it. */
export interface ListedRow extends ComparableRow, Named {
  readonly basedOn: number
  readonly decided: Decided | undefined
  readonly withheld: Decided | undefined
  readonly sittings: number
  readonly examVersion: number | null
  readonly formRunGuid: string | null
  readonly handedInAtMs: number | null
  readonly releasedAtMs: number | null
  readonly seenAtMs: number | null
  readonly differs: boolean
}

const listedNow = (row: CurrentRow, of: StoredRow | undefined, isCompared: boolean): ListedRow => {
  const { person, ...figures } = row
  const { decisions, sitting } = person
  return {
    ...{ ...figures, ...person, outcome: row.outcome },
    ...{ basedOn: decisions.newest, decided: decisions.outcome, withheld: decisions.withheld },
    ...{ examVersion: sitting?.version ?? null, formRunGuid: sitting?.form_run_guid ?? null },
    ...{ handedInAtMs: sitting?.completed_at ?? null, releasedAtMs: null, seenAtMs: null },
    differs: isCompared && changesBetween(of, row).length > 0,
  }
}

const listedOfSet = (row: StoredRow, now: CurrentRow | undefined): ListedRow => ({
  ...row,
  ...{ basedOn: now?.person.decisions.newest ?? 0, decided: row.reasons.outcome, withheld: row.reasons.withheld },
  ...{ releasedAtMs: row.isTold ? row.settledAtMs : null, differs: changesBetween(row, now).length > 0 },
})

/** The rows of a delivery now, or of one of its sets, in the order of the names; undefined if there is no such set. */
export const listedRows = async (
  context: Pick<Context, 'database' | 'exams'>,
  { nowMs }: Pick<Asking, 'nowMs'>,
  delivery: DeliveryTable,
  set: number | 'now',
): Promise<ListedRow[] | undefined> => {
  const { database } = context
  const place = placeOf(delivery)
  const sets = await selectSets(database, place)
  const now = await currentResults(context, delivery, nowMs)
  if (set === 'now') {
    const shown = shownSet(sets)
    const compared = sets.find(({ set_number }) => set_number === shown) ?? sets[0]
    const stored = compared ? await now.rowsOf(compared) : []
    const of = new Map(stored.map((row) => [row.userGuid, row]))
    return now.rows.map((row) => listedNow(row, of.get(row.person.userGuid), compared !== undefined))
  }
  const wanted = sets.find(({ set_number }) => set_number === set)
  if (!wanted) return undefined
  const ofNow = new Map(now.rows.map((row) => [row.person.userGuid, row]))
  return (await now.rowsOf(wanted)).map((row) => listedOfSet(row, ofNow.get(row.userGuid)))
}

interface Wishes {
  readonly search?: string | undefined
  readonly outcome?: string | undefined
  readonly grade?: string | undefined
  readonly only?: 'differs' | 'seen' | 'unseen' | 'waiting' | 'withheld' | undefined
  readonly userID?: number | undefined
}

const isOnly = (row: ListedRow, only: Wishes['only']): boolean => {
  switch (only) {
    case 'differs':
      return row.differs
    case 'seen':
      return row.seenAtMs !== null
    case 'unseen':
      return row.releasedAtMs !== null && row.seenAtMs === null
    case 'waiting':
      return row.waiting > 0
    case 'withheld':
      return row.isWithheld
    case undefined:
      return true
  }
}

const isWished = (row: ListedRow, words: readonly string[], { outcome, grade, only, userID }: Wishes): boolean =>
  words.every((word) => row.searchName.includes(word) || foldedName(row.identifier ?? '').includes(word)) &&
  (outcome === undefined || row.outcome === outcome) &&
  (grade === undefined || (row.grade ?? '') === grade) &&
  (userID === undefined || row.userId === userID) &&
  isOnly(row, only)

type Sort = 'grade' | 'handed-in' | 'name' | 'outcome' | 'score'

/** What rows are sorted by; whoever has nothing of it comes last, in either direction. */
const sortedBy = (row: ListedRow, sort: Sort): string | number | null => {
  switch (sort) {
    case 'score':
      return row.score === null || row.maxScore === null ? null : row.maxScore === 0 ? 0 : row.score / row.maxScore
    case 'grade':
      return row.grade === '' ? null : row.grade
    case 'outcome':
      return row.outcome
    case 'handed-in':
      return row.handedInAtMs
    case 'name':
      return row.searchName
  }
}

const inOrder = (rows: readonly ListedRow[], sort: Sort, isDescending: boolean): readonly ListedRow[] => {
  const sorted = rows.toSorted((one, other) => {
    const [a, b] = [sortedBy(one, sort), sortedBy(other, sort)]
    if (a === b) return one.userGuid < other.userGuid ? -1 : 1
    if (a === null || b === null) return a === null ? 1 : -1
    return (a < b ? -1 : 1) * (isDescending ? -1 : 1)
  })
  return sorted
}

const shownDecision = (decided: Decided | undefined, names: Names) =>
  decided && { ...names(decided.author, decided.atMs), reason: decided.reason }

const shownRow = (row: ListedRow, names: Names): ResultRow => {
  const [decided, withheld] = [shownDecision(row.decided, names), shownDecision(row.withheld, names)]
  return {
    ...{ ...namedOf(row), ...figuresOf(row), basedOn: row.basedOn, waiting: row.waiting, sittings: row.sittings },
    ...{ ...(decided && { decided }), ...(withheld && { withheld }), differs: row.differs },
    ...(row.examVersion !== null && { examVersion: row.examVersion }),
    ...(row.formRunGuid !== null && { formRunGuid: row.formRunGuid }),
    ...(row.handedInAtMs !== null && { handedInAt: iso(row.handedInAtMs) }),
    ...(row.releasedAtMs !== null && { releasedAt: iso(row.releasedAtMs) }),
    ...(row.seenAtMs !== null && { seenAt: iso(row.seenAtMs) }),
  }
}

/** Rows as replies have them, with the names of whoever decided. */
export const shownRows = async (
  { database }: Pick<Context, 'database'>,
  orgId: number,
  rows: readonly ListedRow[],
): Promise<ResultRow[]> => {
  const authors = rows.flatMap(({ decided, withheld }) => [decided?.author ?? null, withheld?.author ?? null])
  const names = await namesOf(database, orgId, authors)
  return rows.map((row) => shownRow(row, names))
}

/** A page of the results of people. */
export const officeDeliveryResultRowsRoute = (context: Context) =>
  route(officeDeliveryResultRows, async ({ caller, query }) => {
    const { database, keys } = context
    const asking = await askingOf(context, caller)
    const { deliveryID, set = 'now', sort = 'name', isDescending = 'false', search, cursor: _, limit: __, ...wishes } = query
    const words = searchedWords(search)
    const list = ['result-rows', { orgId: asking.orgId, deliveryID, set, sort, isDescending, words, ...wishes }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const delivery = await findResults(database, asking, deliveryID, 'results.read')
    const all = delivery && (await listedRows(context, asking, delivery, set))
    if (!all) return noDeliveryHere
    const chosen = inOrder(
      all.filter((row) => isWished(row, words, wishes)),
      sort,
      isDescending === 'true',
    )
    const { behind, limit } = page
    // Behind the row that ended the page before; if it is gone from the list meanwhile, from where it stood.
    const place = behind ? chosen.findIndex(({ userGuid }) => userGuid === behind.id) : -1
    const from = behind && place < 0 ? Number(behind.value) : place + 1
    const cut = chosen.slice(from, from + limit + 1)
    const { rows, next } = cutPage(keys, list, cut, {
      limit,
      positionOf: ({ userGuid }) => ({ value: from + limit, id: userGuid }),
    })
    const grades = [...new Set(all.flatMap(({ grade }) => (grade ? [grade] : [])))].sort()
    const first = behind ? {} : { total: chosen.length, grades }
    return {
      ok: true,
      value: { rows: await shownRows(context, asking.orgId, rows), ...next, ...first, asOf: iso(asking.nowMs) },
    }
  })
