import type { Database } from '../../db/database.ts'

/** The organisation's setting: days after which a document without a day of its own is removed. */
const keptDaysSetting = 'KeepDocumentsDays'

/** Whole days above 0; anything that is no such number removes nothing, as with all that an organisation keeps for some days. */
export const daysOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^[1-9]\d{0,4}$/.test(value.trim()) ? Number(value) : undefined

/** The days that an organisation keeps documents which have no day of their own; undefined if it keeps them until somebody removes them. */
export const keptDays = async ({ kysely }: Pick<Database, 'kysely'>, orgId: number): Promise<number | undefined> => {
  const row = await kysely
    .selectFrom('setting')
    .select('value')
    .where('org_id', '=', orgId)
    .where('name', '=', keptDaysSetting)
    .executeTakeFirst()
  return daysOf(row?.value)
}

/** The same of all organisations that have such days. */
export const keptDaysOfAll = async ({ kysely }: Pick<Database, 'kysely'>): Promise<ReadonlyMap<number, number>> => {
  const rows = await kysely.selectFrom('setting').select(['org_id', 'value']).where('name', '=', keptDaysSetting).execute()
  return new Map(
    rows.flatMap(({ org_id, value }) => {
      const days = daysOf(value)
      return days === undefined ? [] : [[org_id, days] as const]
    }),
  )
}
