import type { Caller } from '../http/caller.ts'
import type { Invigilator } from './invigilate.ts'

/** A caller who acts as an invigilator: in their own organisation, and by their own name. */
export const invigilatorOf = ({ orgId, userGuid }: Caller): Invigilator => ({ orgId, author: userGuid })
