import { changesBetween } from '@sitwell/exam/result-sets/compare-sets'
import { isOneOf } from '../db/one-of.ts'
import type { DeliveryTable, ResultSetTable } from '../db/schema.ts'
import { type RulesVersion, selectRules } from '../result-rules/index.ts'
import { sha256 } from '../sha256.ts'
import { computeRows } from './compute-rows.ts'
import { type HashedRow, type KeptDelivery, type KeptRow, keptResults } from './kept-results.ts'
import { type PersonOfDelivery, selectPeople } from './people.ts'
import { placeOf, type Reading, type ResultsContext } from './results-context.ts'
import { selectSets } from './set-queries.ts'
import { outcomeIn, type StoredRow, selectRows } from './stored-rows.ts'

type Context = Pick<ResultsContext, 'database' | 'exams'>

/** A person as they stand now. */
export interface CurrentRow extends HashedRow {
  readonly person: PersonOfDelivery
}

/** Rows of a set that are read at once. */
const rowsAtOnce = 1000

const hashOfMarks = (marks: string | null): string | null => (marks === null ? null : sha256(marks))

/** All from which a row is worked out but for the ledger of its sitting. Of whoever was erased it is the newest set that has them. */
const signatureOf = (
  { outcome, decisions, isErased, sitting }: PersonOfDelivery,
  { version, atMs }: RulesVersion,
  newestSet: string | undefined,
): string =>
  JSON.stringify([
    ...[version, atMs, outcome, decisions.withheld !== undefined, isErased ? (newestSet ?? '') : null],
    ...(sitting
      ? [sitting.form_run_guid, sitting.completed_at, sitting.version, sitting.history_count, sitting.history_link]
      : []),
  ])

const isSameLedger = ({ lastEvent, ledgerHash }: KeptRow, { sitting }: PersonOfDelivery): boolean =>
  sitting === undefined || (sitting.last_event === lastEvent && sitting.ledger_hash === ledgerHash)

/** Events that tell of sets, and change nothing of what a set is worked out from: confirming and releasing write one for each sitting. */
const ofSets = 'result-set'

/** Somebody whose ledger isn't as it was when their row was kept, and nothing else. */
interface Moved {
  readonly person: PersonOfDelivery
  readonly kept: KeptRow
}

/** Who has changed, or was not there, since rows were kept, and whose ledger alone has. */
const sortOut = (
  people: readonly PersonOfDelivery[],
  kept: KeptDelivery['people'],
  signatures: ReadonlyMap<string, string>,
) => {
  const changed: PersonOfDelivery[] = []
  const moved: Moved[] = []
  for (const person of people) {
    const own = kept.get(person.userGuid)
    if (!own || own.signature !== signatures.get(person.userGuid)) changed.push(person)
    else if (!isSameLedger(own, person)) moved.push({ person, kept: own })
  }
  return { changed, moved }
}

/** Whose ledgers have gone on by more than what sets wrote into them since something was kept. */
const goneOn = async (
  { kysely, dialect }: Reading,
  orgId: number,
  moved: readonly Moved[],
): Promise<readonly PersonOfDelivery[]> => {
  if (moved.length === 0) return []
  const guids = moved.flatMap(({ person }) => person.sitting?.form_run_guid ?? [])
  const rows = await kysely
    .selectFrom('form_run_event')
    .select(['form_run_guid', 'number', 'kind', 'hash'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'form_run_guid', guids, (guid) => guid))
    .where('number', '>=', Math.min(...moved.map(({ kept }) => kept.lastEvent)))
    .execute()
  const events = Map.groupBy(rows, ({ form_run_guid }) => form_run_guid)
  return moved.flatMap(({ person, kept }) => {
    const own = events.get(person.sitting?.form_run_guid ?? '') ?? []
    // The event that was the last one has to be there still: a database may have been set back.
    const isThere = own.some(({ number, hash }) => number === kept.lastEvent && hash === kept.ledgerHash)
    const isByOthers = own.some(({ number, kind }) => number > kept.lastEvent && kind !== ofSets)
    return isThere && !isByOthers ? [] : [person]
  })
}

const keptFor = (person: PersonOfDelivery, signature: string, row: HashedRow): KeptRow => ({
  ...{ signature, row, lastEvent: person.sitting?.last_event ?? 0, ledgerHash: person.sitting?.ledger_hash ?? null },
})

/** Works out again whoever changed since the last look, and keeps it. What each was worked out from is read before they are worked out, so that nothing that comes meanwhile is missed. */
const bringUpToDate = async (
  context: Context,
  delivery: DeliveryTable,
  nowMs: number,
  { people: kept }: KeptDelivery,
): Promise<readonly PersonOfDelivery[]> => {
  const { database } = context
  const place = placeOf(delivery)
  const [newestSet] = await selectSets(database, place)
  const rules = await selectRules(database.kysely, place)
  const people = await selectPeople(database, delivery, nowMs)
  const signatures = new Map(people.map((person) => [person.userGuid, signatureOf(person, rules, newestSet?.hash)]))
  const { changed, moved } = sortOut(people, kept, signatures)
  const toCompute = [...changed, ...(await goneOn(database, place.orgId, moved))]
  for await (const rows of computeRows(context, delivery, { nowMs, people: toCompute, rules }))
    for (const { person, outcome, isWithheld, waiting, score, maxScore, grade, passed, marks } of rows) {
      const row = { outcome, isWithheld, waiting, score, maxScore, grade, passed, marks: hashOfMarks(marks) }
      kept.set(person.userGuid, keptFor(person, signatures.get(person.userGuid) ?? '', row))
    }
  const computed = new Set(toCompute)
  for (const { person, kept: before } of moved)
    if (!computed.has(person)) kept.set(person.userGuid, keptFor(person, before.signature, before.row))
  for (const guid of kept.keys()) if (!signatures.has(guid)) kept.delete(guid)
  return people
}

/** The rows of a set, by the guids of people. */
const readSet = async (
  { kysely }: Pick<Reading, 'kysely'>,
  { org_id, delivery_id, set_number }: ResultSetTable,
): Promise<ReadonlyMap<string, HashedRow>> => {
  const all = new Map<string, HashedRow>()
  for (let behind = ''; ; ) {
    const rows = await kysely
      .selectFrom('result_row')
      .select(['user_guid', 'outcome', 'is_withheld', 'waiting', 'score', 'max_score', 'grade', 'passed', 'marks'])
      .where('org_id', '=', org_id)
      .where('delivery_id', '=', delivery_id)
      .where('set_number', '=', set_number)
      .where('user_guid', '>', behind)
      .orderBy('user_guid')
      .limit(rowsAtOnce)
      .execute()
    for (const { user_guid, outcome, is_withheld, waiting, score, max_score: maxScore, grade, passed, marks } of rows)
      all.set(user_guid, {
        ...{ outcome: outcomeIn(outcome), isWithheld: is_withheld === 1, waiting, score, maxScore, grade },
        ...{ passed: passed === null ? null : passed === 1, marks: hashOfMarks(marks) },
      })
    behind = rows.at(-1)?.user_guid ?? ''
    if (rows.length < rowsAtOnce) return all
  }
}

/** Sets of a delivery whose rows are kept: the newest one, the one that is shown, and those that somebody compares. */
const mostSets = 4

const keptSet = async (database: Reading, kept: KeptDelivery, set: ResultSetTable): Promise<ReadonlyMap<string, HashedRow>> => {
  const rows = kept.sets.get(set.hash) ?? (await readSet(database, set))
  kept.sets.delete(set.hash)
  kept.sets.set(set.hash, rows)
  for (const hash of [...kept.sets.keys()].slice(0, -mostSets)) kept.sets.delete(hash)
  return rows
}

/** How many rows of a set would be others now. */
const countDifferences = (stored: ReadonlyMap<string, HashedRow>, now: readonly CurrentRow[]): number => {
  const there = new Set(now.map(({ person }) => person.userGuid))
  const differing = now.filter((row) => changesBetween(stored.get(row.person.userGuid), row).length > 0)
  return differing.length + [...stored.keys()].filter((guid) => !there.has(guid)).length
}

/** What everybody of a delivery has now, and how sets of it compare with that. */
export interface CurrentResults {
  /** In the order of the names. */
  readonly rows: readonly CurrentRow[]
  /** How many rows of a set would be others. */
  countDifferences(set: ResultSetTable): Promise<number>
  /** The rows of a set, in the order of the names, to be compared with `rows`. */
  rowsOf(set: ResultSetTable): Promise<StoredRow[]>
}

/**
 * What everybody of a delivery has now (Unix ms), with hashes in place of their marks by question. Only whoever changed since the last look of this process is worked out: marks, answers that came
 * late, files and a reopening are in the ledger or the history of a sitting; outcomes, withholding, rules, erased people and new sittings are compared themselves.
 */
export const currentResults = (context: Context, delivery: DeliveryTable, nowMs: number): Promise<CurrentResults> => {
  const { database } = context
  const all = keptResults(database)
  const kept = all.of(placeOf(delivery))
  const look = async (): Promise<CurrentResults> => {
    const people = await bringUpToDate(context, delivery, nowMs, kept)
    all.trim()
    const rows = people.flatMap((person): CurrentRow[] => {
      const own = kept.people.get(person.userGuid)
      return own ? [{ ...own.row, person }] : []
    })
    return {
      rows,
      countDifferences: async (set) => countDifferences(await keptSet(database, kept, set), rows),
      rowsOf: async (set) => {
        const hashed = await keptSet(database, kept, set)
        const stored = await selectRows(database, placeOf(delivery), set.set_number, { withMarks: false })
        return stored.map((row) => ({ ...row, marks: hashed.get(row.userGuid)?.marks ?? null }))
      },
    }
  }
  const looking = kept.last.then(look, look)
  // Who waits needs no rows: a promise holds its value, here everybody with their names, for as long as the delivery is kept.
  const nothing = () => undefined
  kept.last = looking.then(nothing, nothing)
  return looking
}
