import { erasedPeople } from '@sitwell/contract'
import { byAddress } from '../http/limits/counted-by.ts'
import { route, type ServiceContext } from '../http/service.ts'
import { selectErased } from './queries.ts'

/** Which of the people that a browser knows were erased. */
export const erasedPeopleRoute = ({ database }: ServiceContext) =>
  route(erasedPeople, async ({ body }) => ({ ok: true, value: { erased: await selectErased(database, body.userGuids) } }), {
    limited: byAddress,
  })
