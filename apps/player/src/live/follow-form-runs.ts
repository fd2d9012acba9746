import { type Hub, openSocket } from '@sitwell/client/live-connection'
import { createLiveEvents } from '@sitwell/client/live-events'
import { dashEventsPath, learnerActionEvent, liveEvents } from '@sitwell/contract'
import type { FormRunEvents, FormRunEventsParts } from './form-run-events.ts'
import { formRunKind } from './form-run-kind.ts'

/** The hub that sends the live events of form runs. */
const formRunHub: Hub = { path: dashEventsPath, ...liveEvents, others: [learnerActionEvent] }

/** Follows form runs over a connection to the hub. */
export const followFormRuns = ({ api, ...parts }: FormRunEventsParts): FormRunEvents =>
  createLiveEvents({ ...parts, kind: formRunKind(api), open: openSocket(formRunHub) })
