import { noteIncident } from '@sitwell/contract'
import { type Ground, route } from '../http/service.ts'
import { invigilate, noteAct } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'

/** Writes down what happened, also of a form run that is over. */
export const noteIncidentRoute = (ground: Ground) =>
  route(noteIncident, ({ caller, body }) =>
    invigilate(ground, invigilatorOf(caller), body, noteAct(body.text), { onCompleted: true }),
  )
