import { reopenFormRun as call } from '@sitwell/contract'
import { route, type ServiceContext } from '../http/service.ts'
import { invigilatorOf } from './invigilator-of.ts'
import { reopenFormRun } from './reopen.ts'

/** Opens a completed form run again, with a reason. */
export const reopenFormRunRoute = (context: ServiceContext) =>
  route(call, ({ caller, body }) => reopenFormRun(context, invigilatorOf(caller), body))
