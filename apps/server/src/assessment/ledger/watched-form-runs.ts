import type { Database } from '../../db/database.ts'

/** The number of the last event of each of these form runs. */
export const selectLastEvents = async (
  { kysely }: Database,
  places: readonly { readonly orgId: number; readonly formRunGuid: string }[],
) => {
  const rows: { org_id: number; form_run_guid: string; last_event: number }[] = []
  // A statement takes a limited number of values.
  for (const [orgId, ofOrganisation] of Map.groupBy(places, (place) => place.orgId))
    for (let index = 0; index < ofOrganisation.length; index += 500)
      rows.push(
        ...(await kysely
          .selectFrom('form_run')
          .select(['org_id', 'form_run_guid', 'last_event'])
          .where('org_id', '=', orgId)
          .where(
            'form_run_guid',
            'in',
            ofOrganisation.slice(index, index + 500).map((place) => place.formRunGuid),
          )
          .execute()),
      )
  return rows
}
