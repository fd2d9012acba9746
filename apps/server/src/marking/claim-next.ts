import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import type { MarkingClaimTable } from '../db/schema.ts'
import { type Claimer, claim } from './claims.ts'
import { selectRows, statesToMark, type WantedRows } from './rows-of-queue.ts'

/** Responses that are looked up for each that is wanted: others may take them in the same moment. Each attempt looks up twice as many. */
const candidatesForEach = 8
const mostCandidates = 512
/** Responses that one attempt tries to claim for each that is wanted, before it looks up again what is free. */
const triesForEach = 3
const mostAttempts = 20

const isHeld = (whose: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql<SqlBool>`exists (select 1 from marking_claim as held
  where held.org_id = response_mark.org_id and held.form_run_guid = response_mark.form_run_guid
    and held.question_id = response_mark.question_id and held.part = response_mark.part and ${whose})`

/** That nobody holds a row of `response_mark`, the caller included. */
export const isFree = ({ nowMs }: Claimer): RawBuilder<SqlBool> =>
  sql<SqlBool>`not ${isHeld(sql<SqlBool>`held.until_at > ${nowMs}`)}`

/** That the caller does not hold a row of `response_mark`. */
const isNotOwn = ({ userGuid, nowMs }: Claimer): RawBuilder<SqlBool> =>
  sql<SqlBool>`not ${isHeld(sql<SqlBool>`held.until_at > ${nowMs} and held.user_guid = ${userGuid}`)}`

/** Which responses of a queue a marker may be given. */
export interface Wanted extends Pick<WantedRows, 'queue' | 'scopes'> {
  readonly claimer: Claimer
  /** A further condition on a row of `response_mark`. */
  readonly condition: RawBuilder<SqlBool>
}

type Given = Pick<Database, 'dialect' | 'kysely'>
type State = (typeof statesToMark)[number]

/** The next responses of a queue in one state that nobody holds, in the order in which they came into it. */
export const nextResponses = ({ claimer, queue, scopes, condition }: Wanted, state: State, limit: number): WantedRows => ({
  ...{ orgId: claimer.orgId, queue, scopes, state, limit },
  condition: sql<SqlBool>`${condition} and ${isFree(claimer)}`,
})

/** The same list from another place on. */
const from = <One>(all: readonly One[], at: number): One[] => [...all.slice(at), ...all.slice(0, at)]

/** How many are wanted, how they are opened, and numbers from 0 to below 1. */
interface Wishes<Item> {
  readonly count: number
  /** Undefined: the response can't be marked any more, for example because somebody marked it after it was looked up. */
  open(claim: MarkingClaimTable): Promise<Item | undefined>
  chance(): number
}

/** Claims and opens some of these responses until there are enough. Adds those that could not be opened to `refused`. */
const claimSome = async <Item>(
  { kysely }: Given,
  { claimer, queue }: Wanted,
  formRunGuids: readonly string[],
  { count, open, refused }: Pick<Wishes<Item>, 'count' | 'open'> & { readonly refused: Set<string> },
): Promise<Item[]> => {
  const items: Item[] = []
  for (const formRunGuid of formRunGuids) {
    if (items.length >= count) break
    const held = await claim(kysely, claimer, { formRunGuid, questionId: queue.questionId, part: queue.part })
    const item = held && (await open(held))
    if (item) items.push(item)
    else if (held) refused.add(formRunGuid)
  }
  return items
}

/** The same responses without some. */
const without = ({ dialect }: Given, wanted: Wanted, formRunGuids: ReadonlySet<string>): Wanted => {
  if (formRunGuids.size === 0) return wanted
  const isOne = isOneOf(dialect, 'response_mark.form_run_guid', [...formRunGuids], (guid) => guid)
  return { ...wanted, condition: sql<SqlBool>`${wanted.condition} and not (${isOne})` }
}

/** Claims responses in one state. A caller who loses some to others at the same moment looks at other places of the queue next, and at more rows. */
const claimIn = async <Item>(database: Given, wanted: Wanted, state: State, wishes: Wishes<Item>): Promise<Item[]> => {
  const { count, open, chance } = wishes
  const items: Item[] = []
  // They are free again, so every attempt would find them at the front of the queue.
  const refused = new Set<string>()
  for (let attempt = 0; attempt < mostAttempts && items.length < count; attempt += 1) {
    const limit = Math.min((count - items.length) * candidatesForEach * 2 ** attempt, mostCandidates)
    const rows = await selectRows(database, nextResponses(without(database, wanted, refused), state, limit))
    if (rows.length === 0) break
    const all = from(rows, attempt === 0 ? 0 : Math.floor(chance() * rows.length))
    const guids = all.slice(0, (count - items.length) * triesForEach)
    items.push(...(await claimSome(database, wanted, guids, { count: count - items.length, open, refused })))
  }
  return items
}

/** Claims and opens up to `count` responses of a queue that nobody holds (OFFICE-304). It gives fewer only if no other one is free. */
export const claimNext = async <Item>(database: Given, wanted: Wanted, wishes: Wishes<Item>): Promise<Item[]> => {
  const items: Item[] = []
  for (const state of statesToMark)
    if (items.length < wishes.count)
      items.push(...(await claimIn(database, wanted, state, { ...wishes, count: wishes.count - items.length })))
  return items
}

/** Why nothing was given to somebody: others hold what they may mark, they may mark nothing of what waits, or nothing waits. */
export const whyNone = async (
  database: Given,
  { claimer, queue, scopes, condition }: Wanted,
): Promise<'done' | 'excluded' | 'held'> => {
  const some = async (within: WantedRows['scopes'], more: RawBuilder<SqlBool>) => {
    for (const state of statesToMark) {
      const rows = await selectRows(database, {
        ...{ orgId: claimer.orgId, queue, scopes: within, state, limit: 1 },
        condition: sql<SqlBool>`${more} and ${isNotOwn(claimer)}`,
      })
      if (rows.length > 0) return true
    }
    return false
  }
  if (await some(scopes, condition)) return 'held'
  // Nothing that the caller may mark is left, so that whatever waits is of others.
  return (await some([{ kind: 'organisation' }], sql<SqlBool>`1 = 1`)) ? 'excluded' : 'done'
}
