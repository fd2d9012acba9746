import { decideExtension } from '@sitwell/contract'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { decideExtensionAct, invigilate } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'

/** Grants or declines what a learner asked for (spec 3 §6). */
export const decideExtensionRoute = (context: Pick<DashboardContext, 'clock' | 'database' | 'exams' | 'live'>) =>
  route(decideExtension, ({ caller, body }) =>
    invigilate(context, invigilatorOf(caller), body, decideExtensionAct(body.extendable)),
  )
