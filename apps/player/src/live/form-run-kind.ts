import type { Api } from '@sitwell/client/api'
import type { LiveKind } from '@sitwell/client/live-events'
import { dashState, type FormRunState, formRunState } from '@sitwell/contract'
import * as z from 'zod/mini'
import { type LiveNews, readDashEvent } from './live-news.ts'

/** Form runs as a kind of thing that can be followed live. Numbers are those of the server's ledger. */
export const formRunKind = (api: Pick<Api, 'call'>): LiveKind<FormRunState, LiveNews> => ({
  ask: (formRunGuid) => api.call(dashState, { query: { formRunGuid } }, { attempts: 1 }),
  handshakeOf: (formRunGuid) => ({ formRunGuid }),
  readState: (value) => z.safeParse(formRunState, value).data,
  readEvent: readDashEvent,
})
