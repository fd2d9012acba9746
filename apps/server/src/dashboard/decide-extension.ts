import { decideExtension } from '@sitwell/contract'
import { route, type ServiceContext } from '../http/service.ts'
import { decideExtensionAct, invigilate } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'

/** Grants or declines what a learner asked for (spec 3 §6). */
export const decideExtensionRoute = (context: ServiceContext) =>
  route(decideExtension, ({ caller, body }) =>
    invigilate(context, invigilatorOf(caller), body, decideExtensionAct(body.extendable)),
  )
