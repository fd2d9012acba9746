import { scormReset } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'

export const scormResetRoute = (_ground: Ground) =>
  route(scormReset, async () => refuse('NOT_FOUND', 'There is no such attempt of this person.'))
