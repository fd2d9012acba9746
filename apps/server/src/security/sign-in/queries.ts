import type { Kysely } from 'kysely'
import type { AdminLoginTable, Schema } from '../../db/schema.ts'

export const insertAdminLogin = (kysely: Kysely<Schema>, row: AdminLoginTable) =>
  kysely.insertInto('admin_login').values(row).execute()
