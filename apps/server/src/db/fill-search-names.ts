import { type Kysely, sql } from 'kysely'
import { erasedSearchName, searchNameOf } from '../search-name.ts'
import type { Schema } from './schema.ts'

/** People of one statement: they bound what is in memory at once. */
const together = 500

const selectUnfilled = (kysely: Kysely<Schema>) =>
  kysely
    .selectFrom('person')
    .leftJoin('erased_person', (on) =>
      on.onRef('erased_person.org_id', '=', 'person.org_id').onRef('erased_person.user_guid', '=', 'person.user_guid'),
    )
    .select(['person.org_id', 'person.user_guid', 'first_name', 'last_name', 'username', 'learner_identifier', 'email'])
    .select('erased_at')
    .where('search_name', 'is', null)
    .limit(together)
    .execute()

/**
 * Writes the `search_name` of people who have none: all of them at the migration, and later those whom a server of the previous version
 * has added since. A few hundred at a time, in one statement each.
 */
export const fillSearchNames = async (kysely: Kysely<Schema>): Promise<void> => {
  for (let people = await selectUnfilled(kysely); people.length > 0; people = await selectUnfilled(kysely)) {
    const rows = people.map((one) => {
      const name = one.erased_at === null ? searchNameOf(one) : erasedSearchName
      return sql`(cast(${one.org_id} as bigint), cast(${one.user_guid} as text), cast(${name} as text))`
    })
    await sql`update person set search_name = filled.column3 from (values ${sql.join(rows)}) as filled
      where person.org_id = filled.column1 and person.user_guid = filled.column2`.execute(kysely)
    if (people.length < together) return
  }
}

/** Takes out the `search_name` of people whom a server of the previous version has erased: it knows nothing of the column. */
export const forgetErasedNames = (kysely: Kysely<Schema>) =>
  sql`update person set search_name = ${sql.lit(erasedSearchName)}
    where search_name > '' and (org_id, user_guid) in (select org_id, user_guid from erased_person)`.execute(kysely)
