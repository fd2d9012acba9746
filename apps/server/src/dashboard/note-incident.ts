import { noteIncident } from '@sitwell/contract'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { invigilate, noteAct } from './invigilate.ts'
import { invigilatorOf } from './invigilator-of.ts'

/** Writes down what happened, also of a form run that is over. */
export const noteIncidentRoute = (context: Pick<DashboardContext, 'clock' | 'database' | 'exams' | 'live'>) =>
  route(noteIncident, ({ caller, body }) =>
    invigilate(context, invigilatorOf(caller), body, noteAct(body.text), { onCompleted: true }),
  )
