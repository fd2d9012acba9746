import type { GroupState } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { countMembers, type GroupRow } from './group-queries.ts'

export const groupStateOf = ({ group_id, version, name }: Omit<GroupRow, 'search_name'>, members: number): GroupState => ({
  groupID: group_id,
  version,
  name,
  members,
})

/** How a group is now, also within a transaction. */
export const readState = async (
  { kysely, dialect }: { readonly kysely: Kysely<Schema>; readonly dialect: Database['dialect'] },
  row: GroupRow & { readonly org_id: number },
): Promise<GroupState> =>
  groupStateOf(row, (await countMembers({ kysely, dialect }, row.org_id, [row.group_id])).get(row.group_id) ?? 0)

export const noGroup = refuse('NOT_FOUND', 'There is no group with this id in the organisation.')

export const changedMeanwhile = (current: unknown) =>
  refuse('CHANGED_MEANWHILE', 'Somebody changed this group since this version.', { current })
