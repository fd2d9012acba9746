import { scormData } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'

export const scormDataRoute = (_ground: Ground) =>
  route(scormData, async () => refuse('NOT_FOUND', 'There is no such attempt of this person.'))
