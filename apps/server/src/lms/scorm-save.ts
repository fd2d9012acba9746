import { scormSave } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'

export const scormSaveRoute = (_ground: Ground) =>
  route(scormSave, async () => refuse('NOT_FOUND', 'There is no such attempt of this person.'))
