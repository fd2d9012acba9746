import { reopenFormRun as call } from '@sitwell/contract'
import { type Ground, route } from '../http/service.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { reopenFormRun } from './reopen.ts'

/** Opens a completed form run again, with a reason. */
export const reopenFormRunRoute = (ground: Ground) =>
  route(call, ({ caller, body }) => reopenFormRun(ground, invigilatorOf(caller), body))
