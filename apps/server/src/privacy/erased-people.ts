import { erasedPeople } from '@sitwell/contract'
import type { Database } from '../db/database.ts'
import { byAddress } from '../http/limits/counted-by.ts'
import { route } from '../http/service.ts'
import { selectErased } from './queries.ts'

/** Which of the people that a browser knows were erased. */
export const erasedPeopleRoute = ({ database }: { readonly database: Database }) =>
  route(erasedPeople, async ({ body }) => ({ ok: true, value: { erased: await selectErased(database, body.userGuids) } }), {
    limited: byAddress,
  })
