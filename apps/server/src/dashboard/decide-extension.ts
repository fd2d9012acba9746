import { decideExtension } from '@sitwell/contract'
import { type Ground, route } from '../http/service.ts'
import { decideExtensionAct, invigilate } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'

/** Grants or declines what a learner asked for (spec 3 §6). */
export const decideExtensionRoute = (ground: Ground) =>
  route(decideExtension, ({ caller, body }) =>
    invigilate(ground, invigilatorOf(caller), body, decideExtensionAct(body.extendable)),
  )
