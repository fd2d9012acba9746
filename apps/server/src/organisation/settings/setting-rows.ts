import type { Kysely, Transaction } from 'kysely'
import type { OrganisationTable, Schema, SettingChangeTable } from '../../db/schema.ts'
import type { Rule, Stored } from './rule.ts'
import { writeField, writeSetting } from './rule.ts'

type Fields = Readonly<Record<string, unknown>>

/** An organisation's row with all that it has set. */
export interface SettingRows {
  readonly organisation: OrganisationTable
  /** Its details as they are stored, without defaults. */
  readonly details: Fields
  /** Texts of settings, by name. */
  readonly settings: ReadonlyMap<string, string>
}

const fieldsOf = (json: string | undefined): Fields => {
  try {
    const value: unknown = JSON.parse(json ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
  } catch {
    // As `readUploadLimits` reads it: nothing is set.
    return {}
  }
}

/** Holds an organisation's settings until the transaction ends, so that two changes don't each keep what the other replaced. */
export const holdSettings = async (transaction: Transaction<Schema>, orgId: number): Promise<void> => {
  await transaction
    .updateTable('organisation')
    .set((set) => ({ name: set.ref('name') }))
    .where('org_id', '=', orgId)
    .execute()
}

/** Throws if there is no such organisation. */
export const readSettingRows = async (kysely: Kysely<Schema>, orgId: number): Promise<SettingRows> => {
  const organisation = await kysely.selectFrom('organisation').selectAll().where('org_id', '=', orgId).executeTakeFirstOrThrow()
  const rows = await kysely.selectFrom('setting').select(['name', 'value']).where('org_id', '=', orgId).execute()
  return {
    organisation,
    details: fieldsOf(organisation.details),
    settings: new Map(rows.map(({ name, value }) => [name, value])),
  }
}

const asStored = (value: unknown): Stored => {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** What is stored for a rule; undefined if nothing is. */
export const storedOf = ({ place }: Rule, { details, settings }: SettingRows): Stored => {
  if ('detail' in place) {
    const [first, second] = place.detail
    return asStored(second === undefined ? details[first] : asFields(details[first])[second])
  }
  const text = settings.get(place.setting)
  return place.field === undefined ? text : asStored(fieldsOf(text)[place.field])
}

const withField = (fields: Fields, name: string, value: unknown): Fields => {
  const { [name]: _before, ...others } = fields
  return value === undefined ? others : { ...others, [name]: value }
}

/** The details with a rule's value in them, or without it; undefined if the rule stands elsewhere. */
export const detailsWith = (rule: Rule, value: string | undefined, { details }: SettingRows): Fields | undefined => {
  if (!('detail' in rule.place)) return undefined
  const [first, second] = rule.place.detail
  const field = value === undefined ? undefined : writeField(rule, value)
  return withField(details, first, second === undefined ? field : withField(asFields(details[first]), second, field))
}

/** The text of a rule's setting with its value; undefined if nothing is left to be set. */
const settingWith = (rule: Rule, value: string | undefined, { settings }: SettingRows): string | undefined => {
  if ('detail' in rule.place) return undefined
  const { setting, field } = rule.place
  if (field === undefined) return value === undefined ? undefined : writeSetting(rule, value)
  const fields = withField(fieldsOf(settings.get(setting)), field, value === undefined ? undefined : writeField(rule, value))
  return Object.keys(fields).length === 0 ? undefined : JSON.stringify(fields)
}

/** Keeps an organisation's name and details. */
export const storeDetailsOf = (
  kysely: Kysely<Schema>,
  orgId: number,
  { name, details }: { readonly name?: string; readonly details: Fields },
) =>
  kysely
    .updateTable('organisation')
    .set({ details: JSON.stringify(details), ...(name !== undefined && { name }) })
    .where('org_id', '=', orgId)
    .execute()

/** Keeps a rule's value, which was checked, or takes it away; `rows` is what there is before. */
export const storeRule = async (
  kysely: Kysely<Schema>,
  rows: SettingRows,
  rule: Rule,
  value: string | undefined,
): Promise<void> => {
  const { org_id } = rows.organisation
  const details = detailsWith(rule, value, rows)
  if (details !== undefined) {
    await storeDetailsOf(kysely, org_id, { details })
    return
  }
  if (!('setting' in rule.place)) return
  const name = rule.place.setting
  const text = settingWith(rule, value, rows)
  if (text === undefined) {
    await kysely.deleteFrom('setting').where('org_id', '=', org_id).where('name', '=', name).execute()
    return
  }
  await kysely
    .insertInto('setting')
    .values({ org_id, name, value: text })
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet({ value: text }))
    .execute()
}

/** Keeps who changed something, and when. */
export const noteChange = (kysely: Kysely<Schema>, row: SettingChangeTable) =>
  kysely
    .insertInto('setting_change')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'what']).doUpdateSet({ changed_by: row.changed_by, changed_at: row.changed_at }),
    )
    .execute()

/** Who changed each thing last, by what it is. Texts are many, and asked for by themselves. */
export const readChanges = async (
  kysely: Kysely<Schema>,
  orgId: number,
): Promise<ReadonlyMap<string, Pick<SettingChangeTable, 'changed_at' | 'changed_by'>>> => {
  const rows = await kysely
    .selectFrom('setting_change')
    .select(['what', 'changed_by', 'changed_at'])
    .where('org_id', '=', orgId)
    .where('what', 'not like', 'text %')
    .execute()
  return new Map(rows.map(({ what, ...change }) => [what, change]))
}
